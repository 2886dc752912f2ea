import type { BidReceipt } from "@gavelyard/contract/bidding";
import { defaultIncrements } from "@gavelyard/domain/bid-increments";
import { lotSecrets } from "@gavelyard/domain/lot-proof";
import { Client, DatabaseError } from "pg";
import { connectionConfig } from "../db/pool.ts";
import { sha256 } from "../db/sha256.ts";
import { notifyStatement, notifyValues, type Bus, type Dispatch } from "../events/bus.ts";
import { notFound } from "../http/errors.ts";
import { decideBatch, type BidOrder, type DecidedBatch, type OrderAnswer } from "./batch.ts";
import { batchEvents, outbidIn } from "./batch-events.ts";
import { insertOpenings } from "./chain-sql.ts";
import type { KnownAliases } from "./known-aliases.ts";
import { receiptOf } from "./receipt.ts";
import {
  bidsWithAnswers,
  changeHolds,
  insertAliases,
  insertLedger,
  insertRefusals,
  lockBatch,
  noteOutbid,
  updateLots,
} from "./sql.ts";

/** How long the server of the database may take over one statement of a batch. */
const STATEMENT_TIMEOUT_MS = 1_500;
/** After this silence the connection is given up: the server stands still, or the line is dead. */
const SILENCE_MS = 1_700;

/**
 * The statements of a batch find rows by their keys, whatever the tables hold, so they are planned
 * once: planning them anew for each batch took longer than carrying them out.
 */
const planned = [
  "plan_cache_mode=force_generic_plan",
  "enable_seqscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
]
  .map((setting) => `-c ${setting}`)
  .join(" ");

/** A batch is judged so often at most when others change what it was judged by; at last they wait. */
const MOST_ATTEMPTS = 5;
/** From this attempt on the limits are locked before they are judged by. */
const LOCKING_ATTEMPT = 3;

/** Whether the database gave way to another transaction, after which the same may succeed. */
function isOvertaken(error: unknown): boolean {
  const code = error instanceof DatabaseError ? error.code : undefined;
  return code === "40001" || code === "40P01";
}

/** Sends all that is asked for at once in one piece: a piece for each statement costs much time. */
function inOnePiece<T>(client: Client, ask: () => Promise<T>): Promise<T> {
  const { stream } = client.connection;
  stream.cork();
  let answer: Promise<T>;
  try {
    answer = ask();
  } finally {
    stream.uncork();
  }
  return answer;
}

/** A connection of its own on which one batch after the other is decided and committed. */
export class Lane {
  /** Orders decided in one transaction at most. */
  static readonly MAX_BATCH = 256;
  readonly #url: string;
  readonly #bus: Bus;
  readonly #aliases: KnownAliases;
  #client: Client | null = null;

  /** `aliases` are those that lanes of the same desk know already. */
  constructor(url: string, bus: Bus, aliases: KnownAliases) {
    this.#url = url;
    this.#bus = bus;
    this.#aliases = aliases;
  }

  get connected(): boolean {
    return this.#client !== null;
  }

  /**
   * Decides orders in one transaction: all of it is committed, or none. `take` is asked once all is
   * locked which of them are still wanted; only these are decided, and answered in their sequence.
   * Before that nothing was written.
   */
  async decide(
    orders: readonly BidOrder[],
    take: () => readonly BidOrder[],
  ): Promise<OrderAnswer[]> {
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.#connection();
      try {
        return await this.#decideOn(
          client,
          orders,
          take,
          attempt < LOCKING_ATTEMPT ? "read" : "lock",
        );
      } catch (error) {
        await client.query("ROLLBACK").catch(() => this.#drop(client));
        if (attempt === MOST_ATTEMPTS || !isOvertaken(error)) throw error;
      }
    }
  }

  async #decideOn(
    client: Client,
    orders: readonly BidOrder[],
    take: () => readonly BidOrder[],
    limits: "read" | "lock",
  ): Promise<OrderAnswer[]> {
    const keys = orders.flatMap(({ userId, idempotencyKey }) =>
      idempotencyKey === null ? [] : [{ userId, key: idempotencyKey }],
    );
    const facts = await inOnePiece(client, () =>
      lockBatch(client, orders, keys, this.#aliases, limits),
    );
    const batch = decideBatch(take(), facts);
    // Other processes read the ledger by number, so what they are told needs no row ids.
    const dispatch = this.#bus.dispatch(batchEvents(batch, []));
    const ledgerIds = await inOnePiece(client, () => this.#write(client, batch, dispatch));
    this.#aliases.learn(facts.lots, [...facts.aliases, ...batch.aliases]);
    this.#bus.deliver(batchEvents(batch, ledgerIds), dispatch);
    return batch.answer(ledgerIds);
  }

  /** The receipt of a bid that was accepted before. */
  async receiptOf(ledgerId: number): Promise<BidReceipt> {
    const [row] = await bidsWithAnswers(await this.#connection(), [ledgerId]);
    if (row === undefined) throw notFound("No such bid");
    return receiptOf(
      {
        id: row.id,
        seq: row.seq,
        userId: row.user_id,
        aliasNo: row.alias_no,
        amountCents: row.amount_cents,
        requestedCents: row.requested_cents,
        maxCents: row.max_cents,
        bidCount: row.bid_count,
        placedAtMs: row.placed_at.getTime(),
        closesAtMs: row.closes_at.getTime(),
        extended: row.extended,
        proxyCents: row.proxy_cents,
        stepHash: row.step_hash,
        maxSalt:
          row.proof_secret === null
            ? null
            : lotSecrets(row.lot_id, row.proof_secret, sha256).maxSalt(row.seq),
      },
      {
        inventoryId: row.inventory_id,
        startingCents: row.starting_cents,
        reserveCents: row.reserve_cents,
        increments: row.increments ?? defaultIncrements,
      },
    );
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => {});
    this.#client = null;
  }

  /** Everything a batch writes goes out at once; the connection answers in one round trip. */
  async #write(client: Client, batch: DecidedBatch, dispatch: Dispatch): Promise<number[]> {
    const ledgerIds = insertLedger(client, batch.ledger);
    const steps = await Promise.allSettled([
      ledgerIds,
      insertOpenings(
        client,
        batch.lots.map((lot) => lot.chain),
      ),
      insertAliases(client, batch.aliases),
      updateLots(
        client,
        batch.lots.map((lot) => ({
          lotId: lot.lotId,
          aliasCount: lot.aliasCount,
          state: lot.state,
          chainHead: lot.chain.head,
        })),
      ),
      insertRefusals(client, batch.refusals),
      noteOutbid(
        client,
        batch.lots.flatMap((lot) => outbidIn(lot).map((userId) => ({ lotId: lot.lotId, userId }))),
      ),
      ...dispatch.notes.map((note) =>
        client.query({ ...notifyStatement, values: notifyValues(note) }),
      ),
      // Last, so that batches with the same bidders wait for one another through the commit alone.
      changeHolds(client, batch.holds),
      client.query("COMMIT").then((result) => {
        if (result.command !== "COMMIT") throw new Error("the batch was rolled back");
      }),
    ]);
    // The first that failed says why; those after it say only that one before them did.
    const failed = steps.find((step) => step.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    return ledgerIds;
  }

  async #connection(): Promise<Client> {
    if (this.#client !== null) return this.#client;
    const config = connectionConfig(this.#url, "gavelyard-desk");
    const client = new Client({
      ...config,
      options: `${config.options ?? ""} ${planned}`,
      connectionTimeoutMillis: 1_500,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: SILENCE_MS,
      pipeline: true,
    });
    client.on("error", () => this.#drop(client));
    client.on("end", () => this.#drop(client));
    await client.connect();
    this.#client = client;
    return client;
  }

  #drop(client: Client): void {
    if (this.#client === client) this.#client = null;
    void client.end().catch(() => {});
  }
}
