import type { BidReceipt } from "@gavelyard/contract/bidding";
import { defaultIncrements } from "@gavelyard/domain/bid-increments";
import { lotSecrets } from "@gavelyard/domain/lot-proof";
import { DatabaseError } from "pg";
import { PieceClient, type Asked, type Pieces } from "../db/piece-client.ts";
import { connectionConfig } from "../db/pool.ts";
import { sha256 } from "../db/sha256.ts";
import { notifyStatement, notifyValues, type Bus, type Dispatch } from "../events/bus.ts";
import { notFound } from "../http/errors.ts";
import { decideBatch, type BidOrder, type DecidedBatch, type OrderAnswer } from "./batch.ts";
import { BatchEvents } from "./batch-events.ts";
import { insertOpenings } from "./chain-sql.ts";
import { holdAgainst, type DecidedBy } from "./as-known-sql.ts";
import type { Known } from "./known.ts";
import { lockBatch, type BatchFacts, type KeyOfUser } from "./lock-batch-sql.ts";
import { changedLot } from "./lot-sql.ts";
import { receiptOf } from "./receipt.ts";
import { bidsWithAnswers } from "./sql.ts";
import {
  changeHolds,
  insertAliases,
  insertLedger,
  insertRefusals,
  updateLots,
  versionOf,
  type LotChange,
} from "./write-batch-sql.ts";

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

/** Whether the database ended the connection by it, maybe after a commit that nobody heard of. */
const isLastWord = ({ code }: DatabaseError) => code?.startsWith("57P") === true;

/** Something failed once a batch was on its way to the disk, so that it may be there: never decide it again. */
export class InDoubt extends Error {
  override readonly name = "InDoubt";

  constructor(cause: unknown) {
    super("a batch of bids may be on disk", { cause });
  }
}

/** What a batch writes and notifies. */
interface Writing {
  readonly batch: DecidedBatch;
  readonly changes: readonly LotChange[];
  readonly dispatch: Dispatch;
  readonly decidedBy: DecidedBy | null;
}

/** Takes up what is known by a batch that is on disk, tells everyone, and answers the orders. */
type Finish = () => OrderAnswer[];

async function commit(piece: Asked): Promise<void> {
  const { command } = await piece.query({ name: "commit", text: "COMMIT" });
  if (command !== "COMMIT") throw new Error("the batch was rolled back");
}

async function rollBack(pieces: Pieces): Promise<void> {
  await pieces.inOnePiece((piece) => piece.query({ name: "rollback", text: "ROLLBACK" }));
}

function keysOf(orders: readonly BidOrder[]): KeyOfUser[] {
  return orders.flatMap(({ userId, idempotencyKey }) =>
    idempotencyKey === null ? [] : [{ userId, key: idempotencyKey }],
  );
}

/**
 * A connection of its own on which one batch after the other is decided and committed. A batch that is
 * decided by what is known goes out behind the one that the database still writes.
 */
export class Lane {
  /** Orders decided in one transaction at most. */
  static readonly MAX_BATCH = 256;
  /** A batch over which the database takes longer waits for somebody. */
  static readonly STALLED_AFTER_MS = 20;
  readonly #url: string;
  readonly #bus: Bus;
  readonly #known: Known;
  #client: PieceClient | null = null;
  #connecting: Promise<PieceClient> | null = null;
  #batches = 0;
  #batchesThatLock = 0;
  /** When the database last answered, or was first asked. */
  #heardAtMs = 0;

  /** `known` is shared by the lanes of a desk. */
  constructor(url: string, bus: Bus, known: Known) {
    this.#url = url;
    this.#bus = bus;
    this.#known = known;
  }

  get connected(): boolean {
    return this.#client !== null;
  }

  /** How many are under way. */
  get batches(): number {
    return this.#batches;
  }

  /** Whether one of them has the connection to itself, since it is decided under locks. */
  get locking(): boolean {
    return this.#batchesThatLock > 0;
  }

  /** Whether the database has been silent about them for too long. */
  get stalled(): boolean {
    return performance.now() - this.#heardAtMs >= Lane.STALLED_AFTER_MS;
  }

  /**
   * Decides orders in one transaction: all of it is committed, or none. `take` is asked before anything
   * is written which of them are still wanted; only these are decided, and answered in their sequence.
   * @throws DatabaseError when nothing was written; InDoubt when all of it may be
   */
  async decide(
    orders: readonly BidOrder[],
    take: () => readonly BidOrder[],
  ): Promise<OrderAnswer[]> {
    if (this.#batches === 0) this.#heardAtMs = performance.now();
    this.#batches += 1;
    const finish = await this.#commitOnce(orders, take).finally(() => {
      this.#batches -= 1;
      this.#heardAtMs = performance.now();
    });
    try {
      return finish();
    } catch (error) {
      throw new InDoubt(error);
    }
  }

  async #commitOnce(orders: readonly BidOrder[], take: () => readonly BidOrder[]): Promise<Finish> {
    const client = await this.#connection();
    const finish = await this.#decideAsKnown(client, orders, take);
    if (finish !== null) return finish;
    this.#batchesThatLock += 1;
    return this.#decideLocked(orders, take).finally(() => (this.#batchesThatLock -= 1));
  }

  /**
   * Decides by what is known and lets the statements that write check it: one round trip in place of two
   * (docs/decisions/0018). Null when it takes a look at what is locked.
   */
  async #decideAsKnown(
    client: PieceClient,
    orders: readonly BidOrder[],
    take: () => readonly BidOrder[],
  ): Promise<Finish | null> {
    const facts = this.#known.factsOf(orders);
    if (facts === null) return null;
    const batch = decideBatch(orders, facts);
    if (!batch.refusedByLots || take().length !== orders.length) return null;
    try {
      return await this.#commit(client, batch, facts, {
        batch,
        lots: facts.lots,
        keys: keysOf(orders),
      });
    } catch (error) {
      this.#known.distrust();
      if (error instanceof InDoubt) this.#drop(client);
      if (!(error instanceof DatabaseError) || this.#client !== client) throw error;
      return null;
    }
  }

  async #decideLocked(
    orders: readonly BidOrder[],
    take: () => readonly BidOrder[],
  ): Promise<Finish> {
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.#connection();
      const limits = attempt < LOCKING_ATTEMPT ? "read" : "lock";
      try {
        return await client.alone(async (pieces) => {
          try {
            const facts = await lockBatch(pieces, orders, keysOf(orders), this.#known, limits);
            return await this.#commit(pieces, decideBatch(take(), facts), facts, null);
          } catch (error) {
            await rollBack(pieces).catch(() => this.#drop(client));
            throw error;
          }
        });
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !isOvertaken(error)) throw error;
      }
    }
  }

  /** Writes a batch. With `decidedBy` in a transaction of its own, which locks first. */
  async #commit(
    pieces: Pieces,
    batch: DecidedBatch,
    facts: BatchFacts,
    decidedBy: DecidedBy | null,
  ): Promise<Finish> {
    const events = new BatchEvents(batch);
    const dispatch = this.#bus.dispatch(events.forOthers);
    const lots = new Map(facts.lots.map((lot) => [lot.id, lot]));
    const changes = batch.lots.map(({ lotId, aliasCount, state, chain }): LotChange => {
      const version = decidedBy === null ? null : (lots.get(lotId)?.version ?? null);
      return { lotId, aliasCount, state, chainHead: chain.head, version };
    });
    const { ledgerIds, version } = await pieces
      .inOnePiece((piece) => this.#write(piece, { batch, changes, dispatch, decidedBy }))
      .catch((error: unknown) => {
        throw error instanceof DatabaseError && !isLastWord(error) ? error : new InDoubt(error);
      });
    return () => {
      this.#known.aliases.learn(facts.lots, batch.aliases);
      this.#known.bidders.change(batch.holds);
      for (const change of changes) {
        const lot = lots.get(change.lotId);
        if (lot !== undefined && version !== null)
          this.#known.lots.change({ ...changedLot(lot, change), version });
      }
      this.#bus.deliver(events.told(ledgerIds), dispatch);
      return batch.answer(ledgerIds);
    };
  }

  /** The receipt of a bid that was accepted before. */
  async receiptOf(ledgerId: number): Promise<BidReceipt> {
    const client = await this.#connection();
    const [row] = await client.inOnePiece((piece) => bidsWithAnswers(piece, [ledgerId]));
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
  async #write(
    piece: Asked,
    { batch, changes, dispatch, decidedBy }: Writing,
  ): Promise<{ ledgerIds: number[]; version: string | null }> {
    // First, since it locks the lots of a batch that was decided without.
    const updated = updateLots(piece, changes);
    const held = decidedBy === null ? null : holdAgainst(piece, decidedBy);
    const [ledgerIds, clock, { version }] = await Promise.all([
      insertLedger(piece, batch.ledger),
      held,
      held ?? versionOf(piece),
      updated,
      insertOpenings(
        piece,
        batch.lots.map((lot) => lot.chain),
      ),
      insertAliases(piece, batch.aliases),
      insertRefusals(piece, batch.refusals),
      Promise.all(
        dispatch.notes.map((note) =>
          piece.query({ ...notifyStatement, values: notifyValues(note) }),
        ),
      ),
      // Last, so that batches with the same bidders wait for one another through the commit alone.
      changeHolds(piece, batch.holds),
      decidedBy === null ? commit(piece) : null,
    ]);
    if (clock !== null) this.#known.clock.hear(clock.nowMs);
    return { ledgerIds, version };
  }

  async #connection(): Promise<PieceClient> {
    if (this.#client !== null) return this.#client;
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = null));
    return this.#connecting;
  }

  async #connect(): Promise<PieceClient> {
    const config = connectionConfig(this.#url, "gavelyard-desk");
    const client = new PieceClient(
      {
        ...config,
        options: `${config.options ?? ""} ${planned}`,
        connectionTimeoutMillis: 1_500,
        statement_timeout: STATEMENT_TIMEOUT_MS,
      },
      { silenceMs: SILENCE_MS },
    );
    await client.connect(() => this.#drop(client));
    this.#client = client;
    return client;
  }

  #drop(client: PieceClient): void {
    if (this.#client === client) this.#client = null;
    this.#known.forget();
    void client.end().catch(() => {});
  }
}
