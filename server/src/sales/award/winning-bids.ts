import { msg } from "@gavelyard/messages/text";
import type { NegotiationView, Offer, WinningBid } from "@gavelyard/contract/sales/sales";
import { centsToDollars } from "@gavelyard/domain/money";
import { counterBounds, hasExpired, MAX_ROUNDS } from "@gavelyard/domain/sales/negotiation";
import { offerStatusAt, phaseAfter } from "@gavelyard/domain/sales/sale-phase";
import type { Db } from "../../db/pool.ts";
import { instant } from "../invoice/to-invoice.ts";
import { notFound } from "../../refusal.ts";
import {
  bestBids,
  mayBeOffered,
  pastBuyers,
  peopleByIds,
  type PersonRow,
  type StandingBid,
} from "../bids-sql.ts";
import { nextBidderOf, nextOfferCents } from "../offer/offer-to-bidder.ts";
import { phaseOfSale } from "../lock-sale.ts";
import { lotsOfAuction, salesOf, type Sale, type SaleOffer } from "../sale-sql.ts";

const MAX_RUNNERS_UP = 5;

export const noSuchAuction = () => notFound(msg("Auction not found"));

/**
 * Returns the lots of an auction that closed with a bid, by lot number (D27).
 * @throws Refusal 404
 */
export async function winningBidsOf(db: Db, auctionId: number): Promise<WinningBid[]> {
  const lotIds = await lotsOfAuction(db, auctionId);
  if (lotIds === null) throw noSuchAuction();
  return winningBids(db, lotIds);
}

/**
 * Returns the winning bid of one lot.
 * @throws Refusal 404 for a lot that didn't close with a bid
 */
export async function winningBidOf(db: Db, lotId: number): Promise<WinningBid> {
  const [bid] = await winningBids(db, [lotId]);
  if (bid === undefined) throw notFound(msg("This lot has no winning bid"));
  return bid;
}

async function winningBids(db: Db, lotIds: readonly number[]): Promise<WinningBid[]> {
  const sales = (await salesOf(db, lotIds)).filter(({ outcome }) => outcome !== null);
  const bids = Map.groupBy(await bestBids(db, lotIds), ({ lotId }) => lotId);
  const people = await peopleByIds(
    db,
    sales.flatMap(({ award, leaderId }) => award?.userId ?? leaderId ?? []),
  );
  // Once the lot may be offered to another bidder, past buyers and bidders who declined it aren't
  // listed as runners-up.
  const reoffered = sales.filter((sale) => canBeReoffered(sale)).map(({ lotId }) => lotId);
  const past = await pastBuyers(db, reoffered);
  return sales.flatMap((sale) => {
    const all = bids.get(sale.lotId) ?? [];
    const had = past.get(sale.lotId) ?? new Set();
    const named = canBeReoffered(sale) ? all.filter((bid) => mayBeOffered(bid, had)) : all;
    return toWinningBid(sale, named, people) ?? [];
  });
}

function canBeReoffered(sale: Sale): boolean {
  return phaseAfter(phaseOfSale(sale), "SECOND_CHANCE") !== null;
}

function toWinningBid(
  sale: Sale,
  bids: readonly StandingBid[],
  people: ReadonlyMap<number, PersonRow>,
): WinningBid | null {
  const { award } = sale;
  const userId = award?.userId ?? sale.leaderId;
  const bidId = award?.bidId ?? sale.leaderBidId;
  const cents = award?.hammerCents ?? sale.priceCents;
  if (userId === null || bidId === null || cents === null) return null;
  const bidder = people.get(userId);
  const phase = phaseOfSale(sale);
  const runnersUp = bids.filter((bid) => bid.userId !== userId);
  return {
    inventoryId: sale.inventoryId,
    bidId,
    userId,
    amount: centsToDollars(cents),
    reserve: sale.reserveCents === null ? null : centsToDollars(sale.reserveCents),
    reserveMet: sale.outcome === "SOLD",
    status: award?.status ?? (phase === "UNSOLD" ? "DECLINED" : "PENDING_DECISION"),
    phase,
    lotId: sale.lotId,
    lotNumber: sale.label,
    name: sale.title,
    bidderName: bidder?.name ?? "",
    bidderEmail: bidder?.email ?? "",
    awardId: award?.id ?? null,
    basis: award?.basis ?? null,
    declaredAt: instantOf(award?.declaredAt),
    paymentDueAt: instantOf(award?.paymentDueAt),
    invoiceId: award?.invoiceId ?? null,
    offer: sale.offer === null ? null : toOffer(sale, sale.offer),
    negotiation: toNegotiation(sale),
    nextBidder: nextBidder(sale, runnersUp),
    runnersUp: runnersUp.slice(0, MAX_RUNNERS_UP).map(toRunnerUp),
  };
}

const toRunnerUp = ({ bidId, userId, name, amountCents }: StandingBid) => ({
  bidId,
  userId,
  name,
  amount: centsToDollars(amountCents),
});

function nextBidder(sale: Sale, left: readonly StandingBid[]): WinningBid["nextBidder"] {
  const { award, offer, nowMs } = sale;
  const isOffered = offer !== null && offerStatusAt(nowMs, offer) === "OPEN";
  const bid = nextBidderOf(sale, left);
  if (award !== null || isOffered || !canBeReoffered(sale) || bid === undefined) return null;
  return { ...toRunnerUp(bid), offer: centsToDollars(nextOfferCents(sale, bid)) };
}

/** Maps a lot's negotiation to the wire; null before its first step. */
export function toNegotiation(sale: Sale): NegotiationView | null {
  const { negotiation, steps, nowMs } = sale;
  if (steps.length === 0) return null;
  const isExpired = hasExpired(negotiation, nowMs);
  const { turn, untilMs, round, end, agreedCents } = isExpired
    ? { ...negotiation, turn: null, untilMs: null, end: "EXPIRE" as const }
    : negotiation;
  const bounds = turn === null ? null : counterBounds(negotiation, turn);
  return {
    bid: centsToDollars(sale.priceCents ?? 0),
    turn,
    until: untilMs === null ? null : new Date(untilMs).toISOString(),
    round,
    rounds: MAX_ROUNDS,
    counter: bounds && {
      min: centsToDollars(bounds.minCents),
      max: bounds.maxCents === null ? null : centsToDollars(bounds.maxCents),
    },
    end,
    agreed: agreedCents === null ? null : centsToDollars(agreedCents),
    steps: steps.map((step) => ({
      seq: step.seq,
      kind: step.kind,
      side: step.side,
      amount: step.cents === null ? null : centsToDollars(step.cents),
      at: new Date(step.atMs).toISOString(),
      until: step.untilMs === null ? null : new Date(step.untilMs).toISOString(),
      hash: step.hash,
    })),
  };
}

const instantOf = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : instant(text);

/** Maps an offer to the wire. Its status goes by the database's clock. */
export function toOffer(
  sale: Pick<Sale, "lotId" | "auctionId" | "auctionName" | "inventoryId" | "nowMs">,
  offer: SaleOffer,
): Offer {
  return {
    id: offer.id,
    kind: offer.kind,
    status: offerStatusAt(sale.nowMs, offer),
    userId: offer.userId,
    lotId: sale.lotId,
    auctionId: sale.auctionId,
    auctionName: sale.auctionName,
    inventoryId: sale.inventoryId,
    amount: centsToDollars(offer.cents),
    until: new Date(offer.untilMs).toISOString(),
    madeAt: new Date(offer.madeAt).toISOString(),
    answeredAt: instantOf(offer.answeredAt),
  };
}
