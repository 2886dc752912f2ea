import type { Offer, WinningBid } from "@gavelyard/contract/sales";
import { centsToDollars } from "@gavelyard/domain/money";
import { offerStatusAt } from "@gavelyard/domain/sale-phase";
import type { Db } from "../db/pool.ts";
import { notFound } from "../http/errors.ts";
import {
  bestBids,
  mayBeOffered,
  pastBuyers,
  peopleByIds,
  type PersonRow,
  type StandingBid,
} from "./bids-sql.ts";
import { phaseOfSale } from "./open-sale.ts";
import { lotsOfAuction, salesOf, type Sale, type SaleOffer } from "./sale-sql.ts";

const MAX_RUNNERS_UP = 5;

export const noSuchAuction = () => notFound("Auction not found");

/**
 * Returns the lots of an auction that closed with a bid, by lot number (D27).
 * @throws HttpError 404
 */
export async function winningBidsOf(db: Db, auctionId: number): Promise<WinningBid[]> {
  const lotIds = await lotsOfAuction(db, auctionId);
  if (lotIds === null) throw noSuchAuction();
  return winningBids(db, lotIds);
}

/**
 * Returns the winning bid of one lot.
 * @throws HttpError 404 for a lot that didn't close with a bid
 */
export async function winningBidOf(db: Db, lotId: number): Promise<WinningBid> {
  const [bid] = await winningBids(db, [lotId]);
  if (bid === undefined) throw notFound("This lot has no winning bid");
  return bid;
}

async function winningBids(db: Db, lotIds: readonly number[]): Promise<WinningBid[]> {
  const sales = (await salesOf(db, lotIds)).filter(({ outcome }) => outcome !== null);
  const bids = Map.groupBy(await bestBids(db, lotIds), ({ lotId }) => lotId);
  const people = await peopleByIds(
    db,
    sales.flatMap(({ award, leaderId }) => award?.userId ?? leaderId ?? []),
  );
  // Once an award has ended, past buyers and bidders who declined the lot aren't listed as
  // runners-up.
  const fallen = sales.filter((sale) => isFallen(sale)).map(({ lotId }) => lotId);
  const past = await pastBuyers(db, fallen);
  return sales.flatMap((sale) => {
    const all = bids.get(sale.lotId) ?? [];
    const had = past.get(sale.lotId);
    const named = had === undefined ? all : all.filter((bid) => mayBeOffered(bid, had));
    return toWinningBid(sale, named, people) ?? [];
  });
}

/** Returns whether the award ended and the lot may go to another bidder. */
function isFallen(sale: Sale): boolean {
  return ["AWARD_ENDED", "SECOND_CHANCE_OFFERED"].includes(phaseOfSale(sale));
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
  return {
    inventoryId: sale.inventoryId,
    bidId,
    userId,
    amount: centsToDollars(cents),
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
    runnersUp: bids
      .filter((bid) => bid.userId !== userId)
      .slice(0, MAX_RUNNERS_UP)
      .map((bid) => ({
        bidId: bid.bidId,
        userId: bid.userId,
        name: bid.name,
        amount: centsToDollars(bid.amountCents),
      })),
  };
}

/** Times within JSON have the database's own offset. */
function instantOf(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : new Date(text).toISOString();
}

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
