import type { LotMessage, LotPrice } from "@gavelyard/contract/realtime";
import type { LotSource } from "../lot-reads.ts";

const closesAt = "2026-11-21T20:00:00.000Z";

/** Lots and their ledger rows in memory, for tests of deliveries. */
export class MemoryLedger implements LotSource {
  readonly #rows = new Map<number, LotMessage[]>();
  /** Runs before each read, so that tests can delay or fail it. */
  beforeRead: () => Promise<void> = async () => {};
  reads = 0;

  /** Opens a lot; replaces an earlier lot of the same unit. */
  open(inventoryId: number): void {
    this.#rows.set(inventoryId, []);
  }

  /** Writes a bid and returns its message without publishing it. */
  bid(inventoryId: number, amount: number): LotMessage {
    const rows = this.#rows.get(inventoryId) ?? [];
    const message = row(inventoryId, rows.length + 1, amount);
    rows.push(message);
    this.#rows.set(inventoryId, rows);
    return message;
  }

  /** Moves a lot's close without a row, like rescheduling. */
  reschedule(inventoryId: number, closesAt: string): void {
    const newest = this.#rows.get(inventoryId)?.at(-1);
    if (newest !== undefined) Object.assign(newest, { closesAt });
  }

  async snapshot(inventoryId: number): Promise<LotMessage | null> {
    await this.#read();
    const rows = this.#rows.get(inventoryId);
    if (rows === undefined) return null;
    return { ...(rows.at(-1) ?? row(inventoryId, 0, null)), type: "STATE" };
  }

  async since(inventoryId: number, seq: number, limit: number): Promise<LotMessage[]> {
    await this.#read();
    return (this.#rows.get(inventoryId) ?? []).slice(seq, seq + limit).map((each) => ({ ...each }));
  }

  async prices(inventoryIds: readonly number[]): Promise<{ lots: LotPrice[]; serverTime: string }> {
    await this.#read();
    const lots = inventoryIds.flatMap((inventoryId) => {
      const newest = this.#rows.get(inventoryId)?.at(-1);
      return newest === undefined ? [] : [priceOf(newest)];
    });
    return { lots, serverTime: new Date().toISOString() };
  }

  async #read(): Promise<void> {
    this.reads += 1;
    await this.beforeRead();
  }
}

function row(inventoryId: number, seq: number, amount: number | null): LotMessage {
  return {
    v: 1,
    type: "BID",
    seq,
    inventoryId,
    bidId: seq === 0 ? null : seq,
    amount,
    bidderAlias: seq === 0 ? null : `Bidder ${(seq % 7) + 1}`,
    minNextBid: (amount ?? 900) + 100,
    bidCount: seq,
    reserveState: "NONE",
    closesAt,
    extended: false,
    status: "OPEN",
    serverTime: new Date().toISOString(),
  };
}

const priceOf = ({ amount, outcome, ...row }: LotMessage): LotPrice => ({
  inventoryId: row.inventoryId,
  lotId: row.inventoryId,
  seq: row.seq,
  status: row.status,
  opensAt: closesAt,
  closesAt: row.closesAt,
  extended: row.extended,
  price: amount,
  minNextBid: row.minNextBid,
  bidCount: row.bidCount,
  reserveState: row.reserveState,
  outcome: outcome ?? null,
  leaderAlias: row.bidderAlias,
});
