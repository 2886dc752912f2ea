import type { ListedAuction } from "../../auctions/api.ts";
import type { Sale, SaleLot } from "./api.ts";

// What the live screen shows (D68).

/** Maximum sales on the screen. */
export const salesAtMost = 4;

/** How long before its close a lot closes soon, in ms. */
const CLOSING_SOON_MS = 120_000;

/** What the screen knows of its reader. */
export interface Reader {
  /** Units that the reader watches or bid on. */
  readonly own: ReadonlySet<number>;
  /** Units whose high bidder the reader was. */
  readonly outbid: ReadonlySet<number>;
  /** Whether only the reader's own lots are shown. */
  readonly ownOnly: boolean;
  /** Units that the reader pinned. */
  readonly pinned: readonly number[];
}

/** Reads a list of ids, such as "3,5", each once. */
export const idsOf = (text: string): number[] => [
  ...new Set(text.split(",").flatMap((id) => (/^[1-9]\d{0,14}$/.test(id) ? [Number(id)] : []))),
];

/** Returns a choice with one more sale, which takes the place of the first if there are too many. */
export const withSale = (chosen: readonly number[], id: number): number[] =>
  [...chosen.filter((each) => each !== id), id].slice(-salesAtMost);

type Listed = Pick<ListedAuction, "id" | "status" | "endTime">;

const isComing = ({ status }: Listed): boolean => status === "LIVE" || status === "UPCOMING";

/**
 * Returns the sales on the screen: the chosen ones, else those that are live, the first to end
 * first. `before` were shown in this visit: they stay in their place, also after they have ended.
 */
export function salesToShow(
  auctions: readonly Listed[],
  chosen: readonly number[],
  before: readonly number[],
): number[] {
  const listed = new Map(auctions.map((auction) => [auction.id, auction]));
  const known = (ids: readonly number[]) => ids.flatMap((id) => listed.get(id) ?? []);
  const wanted = known(chosen).filter((one) => isComing(one) || before.includes(one.id));
  if (wanted.length > 0) return wanted.map(({ id }) => id).slice(0, salesAtMost);
  const stay = known(before).filter(({ status }) => status !== "UPCOMING");
  const live = auctions
    .filter(({ id, status }) => status === "LIVE" && !before.includes(id))
    .toSorted(
      (one, other) =>
        Date.parse(one.endTime ?? "") - Date.parse(other.endTime ?? "") || one.id - other.id,
    );
  const all = [...stay, ...live];
  const ended = all.filter(({ status }) => status !== "LIVE").map(({ id }) => id);
  const giveWay = ended.slice(0, Math.max(0, all.length - salesAtMost));
  return all
    .map(({ id }) => id)
    .filter((id) => !giveWay.includes(id))
    .slice(0, salesAtMost);
}

/**
 * Returns the lot that a sale shows: the pinned one, else the one it shows already (`held`), else
 * the next to close. A lot stays until its result has been shown and it has `passed`, so that no
 * late bid on another lot moves the form away under a bidder's hand.
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

/** Returns the lots after the one that is shown: the reader's own first, each in closing order. */
export function lotsAfter(
  { open }: Pick<Sale, "open">,
  { own, ownOnly }: Pick<Reader, "own" | "ownOnly">,
  shown: SaleLot | null,
): SaleLot[] {
  const others = open.filter(({ lot }) => lot.lotId !== shown?.lot.lotId);
  const isOwn = ({ id }: SaleLot) => own.has(id);
  return [...others.filter(isOwn), ...(ownOnly ? [] : others.filter((unit) => !isOwn(unit)))];
}

/** What happens in a sale that the reader should look at. */
export type Mark = "outbid" | "closing-soon";

/** Returns what calls the reader to a sale, the most urgent first; null if nothing does. */
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
