import { isInDoubt, type BidJournal, type JournalEntry, type View } from "./bid-journal.ts";
import type { Market } from "./market.ts";

interface Wrong {
  /** Accepted bids that the database lacks, or has under another ID or place. */
  readonly lost: readonly JournalEntry[];
  readonly doubled: readonly string[];
  /** Bids in the database although we said they weren't placed. */
  readonly placedDespiteRefusal: readonly JournalEntry[];
  /** Bids placed after a bid that was sent only once they were answered. */
  readonly outOfOrder: readonly JournalEntry[];
  /** Bids sent and accepted after a response that their lot is closed. */
  readonly afterTheClose: readonly JournalEntry[];
  readonly signedOut: readonly JournalEntry[];
  readonly failedViews: readonly View[];
  /** Ledger rows that are earlier than the row before. */
  readonly backInTime: readonly object[];
}

interface Verdict {
  readonly wrong: Wrong;
  /** Bids whose result the bidder never learned. */
  readonly inDoubt: readonly JournalEntry[];
}

/** Compares what bidders were told with the database. */
export async function judgeJournal(
  { entries, views }: BidJournal,
  rows: Market["rows"],
): Promise<Verdict> {
  const stored = await rows<{ id: number; key: string; seq: number }>(
    `SELECT id::int, idempotency_key AS key, seq::int FROM ledger
      WHERE idempotency_key = ANY($1::text[])`,
    [entries.map(({ key }) => key)],
  );
  const byKey = new Map(stored.map((row) => [row.key, row]));
  const accepted = entries.filter(({ status }) => status === 200);
  const wrong = {
    lost: accepted.filter(({ key, bidId, seq }) => {
      const row = byKey.get(key);
      return row?.id !== bidId || row?.seq !== seq;
    }),
    doubled: stored.flatMap((row) => (byKey.get(row.key) === row ? [] : [row.key])),
    placedDespiteRefusal: entries.filter(
      (entry) => entry.status !== 200 && byKey.has(entry.key) && !isInDoubt(entry),
    ),
    outOfOrder: outOfOrder(accepted),
    afterTheClose: afterTheClose(entries, accepted),
    signedOut: entries.filter(({ status }) => status === 401),
    failedViews: views.filter(({ status }) => status === 0 || status >= 500),
    backInTime: await rows(
      `SELECT lot_id, seq FROM (SELECT lot_id, seq, placed_at,
          lag(placed_at) OVER (PARTITION BY lot_id ORDER BY seq) AS before FROM ledger) g
        WHERE placed_at < before`,
    ),
  };
  return { wrong, inDoubt: entries.filter(isInDoubt) };
}

/** Returns the problems of a verdict, each with its name, count and first case. */
export function wrongIn({ wrong }: Verdict): string[] {
  return Object.entries(wrong).flatMap(([name, found]) =>
    found.length === 0 ? [] : [`${name}: ${found.length}, first ${JSON.stringify(found[0])}`],
  );
}

function outOfOrder(accepted: readonly JournalEntry[]): JournalEntry[] {
  const bySent = accepted.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  const byEnded = accepted.toSorted((one, other) => one.endedAtMs - other.endedAtMs);
  /** For each unit, the highest place that was answered before the current bid was sent. */
  const answered = new Map<number, JournalEntry>();
  const found: JournalEntry[] = [];
  let next = 0;
  for (const bid of bySent) {
    for (; (byEnded[next]?.endedAtMs ?? bid.sentAtMs) < bid.sentAtMs; next += 1) {
      const ended = byEnded[next];
      if (ended === undefined) break;
      const highest = answered.get(ended.inventoryId);
      if ((ended.seq ?? 0) > (highest?.seq ?? -1)) answered.set(ended.inventoryId, ended);
    }
    const highest = answered.get(bid.inventoryId);
    if (highest !== undefined && (highest.seq ?? 0) > (bid.seq ?? 0)) found.push(highest);
  }
  return found;
}

function afterTheClose(
  entries: readonly JournalEntry[],
  accepted: readonly JournalEntry[],
): JournalEntry[] {
  const endedAtMsOf = new Map<number, number>();
  for (const { code, inventoryId, endedAtMs } of entries) {
    if (code !== "lot-closed") continue;
    endedAtMsOf.set(inventoryId, Math.min(endedAtMs, endedAtMsOf.get(inventoryId) ?? endedAtMs));
  }
  return accepted.filter(
    ({ inventoryId, sentAtMs }) =>
      (endedAtMsOf.get(inventoryId) ?? Number.POSITIVE_INFINITY) < sentAtMs,
  );
}
