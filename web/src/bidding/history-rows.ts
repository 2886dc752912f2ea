import type { HistoryRow } from "@gavelyard/contract/bidding/bidding";
import type { LotMessage } from "@gavelyard/contract/realtime";

/** Maximum rows of a history, as in the server's response. */
const MAX_ROWS = 500;

/**
 * Adds a message's row to a lot's history, newest first. `isComplete`: no row is missing between.
 * Returns null for a message without a row, which says only how far the history goes.
 */
export function withRow(
  rows: readonly HistoryRow[],
  message: LotMessage,
  ownAlias: string | null,
): { readonly rows: readonly HistoryRow[]; readonly isComplete: boolean } | null {
  const { bidId, kind, placedAt, seq, bidderAlias, undoesSeq } = message;
  const newest = rows[0]?.seq ?? 0;
  if (seq <= newest) return { rows, isComplete: true };
  if (kind === undefined || placedAt === undefined || bidId === null) return null;
  const row: HistoryRow = {
    id: bidId,
    bidId,
    seq,
    inventoryId: message.inventoryId,
    kind,
    amount: message.amount,
    bidderAlias,
    retracted: false,
    extended: message.extended,
    placedAt,
    mine: bidderAlias !== null && bidderAlias === ownAlias,
  };
  // A LAPSE cancels all bids of its bidder (D25).
  const isCanceled = (each: HistoryRow) =>
    each.seq === undoesSeq ||
    (kind === "LAPSE" &&
      each.bidderAlias === bidderAlias &&
      (each.kind === "BID" || each.kind === "RAISE"));
  const before = rows.map((each) => (isCanceled(each) ? { ...each, retracted: true } : each));
  return { rows: [row, ...before].slice(0, MAX_ROWS), isComplete: seq === newest + 1 };
}

/** Adds rows to a response that arrived over the live connection since it was requested. */
export function withRowsSince(
  response: readonly HistoryRow[],
  requestedAt: readonly HistoryRow[],
  now: readonly HistoryRow[],
): HistoryRow[] {
  const known = new Set([...response, ...requestedAt].map(({ id }) => id));
  return [...now.filter(({ id }) => !known.has(id)), ...response];
}
