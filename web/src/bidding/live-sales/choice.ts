import type { ListedAuction } from "../../auctions/api.ts";
import type { Sale, SaleLot } from "./api.ts";

// What the live screen shows (D68).

export const maxSales = 4;

/** How long before its close a lot is closing soon, in ms. */
const CLOSING_SOON_MS = 120_000;

export interface Reader {
  /** Units that the reader watches or bid on. */
  readonly own: ReadonlySet<number>;
  /** Units on which the reader was outbid. */
  readonly outbid: ReadonlySet<number>;
  readonly ownOnly: boolean;
  readonly pinned: readonly number[];
}

/** Parses a list of IDs, such as "3,5", without duplicates. */
export const idsOf = (text: string): number[] => [
  ...new Set(text.split(",").flatMap((id) => (/^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : []))),
];

/** Adds a sale to a choice; at the maximum, it replaces the first one. */
export const withSale = (chosen: readonly number[], id: number): number[] =>
  [...chosen.filter((each) => each !== id), id].slice(-maxSales);

type Listed = Pick<ListedAuction, "id" | "status" | "endTime">;

const isLiveOrUpcoming = ({ status }: Listed): boolean =>
  status === "LIVE" || status === "UPCOMING";

/**
 * Returns the sales on the screen: the chosen ones, else the live ones, first to end first.
 * `before` are those shown earlier in this visit, which keep their place even after they end.
 */
export function salesToShow(
  auctions: readonly Listed[],
  chosen: readonly number[],
  before: readonly number[],
): number[] {
  const byId = new Map(auctions.map((auction) => [auction.id, auction]));
  const auctionsOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const picked = auctionsOf(chosen).filter(
    (one) => isLiveOrUpcoming(one) || before.includes(one.id),
  );
  if (picked.length > 0) return picked.map(({ id }) => id).slice(0, maxSales);
  const staying = auctionsOf(before).filter(({ status }) => status !== "UPCOMING");
  const live = auctions
    .filter(({ id, status }) => status === "LIVE" && !before.includes(id))
    .toSorted(
      (one, other) =>
        Date.parse(one.endTime ?? "") - Date.parse(other.endTime ?? "") || one.id - other.id,
    );
  const all = [...staying, ...live];
  const ended = all.filter(({ status }) => status !== "LIVE").map(({ id }) => id);
  const dropped = ended.slice(0, Math.max(0, all.length - maxSales));
  return all
    .map(({ id }) => id)
    .filter((id) => !dropped.includes(id))
    .slice(0, maxSales);
}

/**
 * Returns the lot that a sale shows: the pinned one, else the one already shown (`held`), else the
 * next to close. A lot stays until its result has been shown and it has `passed`, so that a late
 * bid on another lot never replaces the form while someone is bidding.
 */
export function lotToShow(
  { open, closed }: Pick<Sale, "open" | "closed">,
  { own, ownOnly, pinned }: Pick<Reader, "own" | "ownOnly" | "pinned">,
  held: SaleLot | null,
  passed: number | null,
): SaleLot | null {
  const waiting = open.filter(({ lot }) => lot.lotId !== passed);
  const pin = waiting.find(({ id }) => pinned.includes(id));
  if (pin !== undefined) return pin;
  const heldId = held?.lot.lotId;
  if (held !== null && heldId !== passed && closed.includes(held.lot.lotId)) return held;
  const eligible = ownOnly ? waiting.filter(({ id }) => own.has(id)) : waiting;
  return eligible.find(({ lot }) => lot.lotId === heldId) ?? eligible[0] ?? null;
}

/** Returns the lots after the one shown: the reader's own first, each in closing order. */
export function lotsAfter(
  { open }: Pick<Sale, "open">,
  { own, ownOnly }: Pick<Reader, "own" | "ownOnly">,
  shown: SaleLot | null,
): SaleLot[] {
  const others = open.filter(({ lot }) => lot.lotId !== shown?.lot.lotId);
  const isOwn = ({ id }: SaleLot) => own.has(id);
  return [...others.filter(isOwn), ...(ownOnly ? [] : others.filter((unit) => !isOwn(unit)))];
}

export type Mark = "outbid" | "closing-soon";

/** Returns the most urgent mark of a sale, or null. */
export function markOf(
  { open }: Pick<Sale, "open">,
  { own, outbid, pinned }: Pick<Reader, "own" | "outbid" | "pinned">,
  nowMs: number,
): Mark | null {
  if (open.some(({ id }) => outbid.has(id))) return "outbid";
  const isSoon = open.some(({ id, lot }) => {
    const leftMs = Date.parse(lot.closesAt) - nowMs;
    const isFollowed = own.has(id) || pinned.includes(id);
    return isFollowed && lot.status === "OPEN" && leftMs > 0 && leftMs <= CLOSING_SOON_MS;
  });
  return isSoon ? "closing-soon" : null;
}
