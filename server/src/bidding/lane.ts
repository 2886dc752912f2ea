import type { BidReceipt } from "@gavelyard/contract/bidding";
import { defaultIncrements } from "@gavelyard/domain/bid-increments";
import { Client } from "pg";
import { connectionConfig } from "../db/pool.ts";
import type { Bus } from "../events/bus.ts";
import type { ProductEvent } from "../events/events.ts";
import { notFound } from "../http/errors.ts";
import { decideBatch, type BidOrder, type DecidedBatch, type OrderAnswer } from "./batch.ts";
import { batchEvents, outbidIn } from "./batch-events.ts";
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

/** A connection of its own on which one batch after the other is decided and committed. */
export class Lane {
  /** Orders decided in one transaction at most. */
  static readonly MAX_BATCH = 256;
  readonly #url: string;
  readonly #bus: Bus;
  #client: Client | null = null;

  constructor(url: string, bus: Bus) {
    this.#url = url;
    this.#bus = bus;
  }

  get connected(): boolean {
    return this.#client !== null;
  }

  /** Decides orders in one transaction: all of it is committed, or none. */
  async decide(orders: readonly BidOrder[]): Promise<OrderAnswer[]> {
    const client = await this.#connection();
    try {
      const facts = await lockBatch(
        client,
        unique(orders.map((order) => order.inventoryId)),
        unique(orders.map((order) => order.userId)),
        orders.flatMap(({ userId, idempotencyKey }) =>
          idempotencyKey === null ? [] : [{ userId, key: idempotencyKey }],
        ),
      );
      const batch = decideBatch(orders, facts);
      const { ledgerIds, events } = await this.#write(client, batch);
      this.#bus.deliver(events(ledgerIds));
      return batch.answer(ledgerIds);
    } catch (error) {
      await client.query("ROLLBACK").catch(() => this.#drop(client));
      throw error;
    }
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
    client: Client,
    batch: DecidedBatch,
  ): Promise<{ ledgerIds: number[]; events: (ids: readonly number[]) => ProductEvent[] }> {
    const events = (ids: readonly number[]) => batchEvents(batch, ids);
    // Other processes read the ledger by number, so what they are told needs no row ids.
    const payloads = this.#bus.payloads(events([]));
    const [ledgerIds] = await Promise.all([
      insertLedger(client, batch.ledger),
      insertAliases(client, batch.aliases),
      updateLots(
        client,
        batch.lots.map((lot) => ({
          lotId: lot.lotId,
          aliasCount: lot.aliasCount,
          state: lot.state,
        })),
      ),
      changeHolds(client, batch.holds),
      insertRefusals(client, batch.refusals),
      noteOutbid(
        client,
        batch.lots.flatMap((lot) => outbidIn(lot).map((userId) => ({ lotId: lot.lotId, userId }))),
      ),
      ...payloads.map((payload) =>
        client.query({
          name: "notify",
          text: "SELECT pg_notify($1, $2)",
          values: [this.#bus.channel, payload],
        }),
      ),
      client.query("COMMIT").then((result) => {
        if (result.command !== "COMMIT") throw new Error("the batch was rolled back");
      }),
    ]);
    return { ledgerIds, events };
  }

  async #connection(): Promise<Client> {
    if (this.#client !== null) return this.#client;
    const client = new Client({
      ...connectionConfig(this.#url, "gavelyard-desk"),
      connectionTimeoutMillis: 1_500,
      statement_timeout: STATEMENT_TIMEOUT_MS,
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

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
