import { msg } from "@gavelyard/messages/text";
import type {
  offerNextBidder as nextCall,
  offerSecondChance as offerCall,
} from "@gavelyard/contract/sales/sales";
import { dollarsToCents } from "@gavelyard/domain/money";
import { waivesReserve } from "@gavelyard/domain/proposals";
import { endedEarly, leastOffer, offerStatusAt } from "@gavelyard/domain/sales/sale-phase";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { Refusal } from "../../refusal.ts";
import { shownPerson } from "../../proposals/person-sql.ts";
import { requireSecondPerson } from "../../proposals/proposals.ts";
import { twoPersonRule } from "../../proposals/sql.ts";
import { bestBids, mayBeOffered, pastBuyers, type StandingBid } from "../bids-sql.ts";
import { releaseHighBid } from "./decide-lot.ts";
import { openAward } from "../end-award.ts";
import { makeOffer, withdrawOffer } from "./make-offer.ts";
import { answerUntilMs, openCurrentSale } from "./negotiate.ts";
import {
  lotName,
  nextPhase,
  saleConflict,
  phaseOfSale,
  type Recorder,
  type SaleActor,
} from "../lock-sale.ts";
import type { Sale } from "../sale-sql.ts";

type OfferRequest = z.output<typeof offerCall.body>;

/**
 * Offers a lot whose award ended to a runner-up (D28): by default to the highest one who hasn't had
 * the lot, at their own bid. An amount below the highest bid that is left needs a second person, and
 * so does any offer before the winner's payment was due (D38). Returns the lot's ID.
 * @throws Refusal 404, 409 if the lot can't be offered, 422 if no bidder is left or the bid isn't
 * a runner-up's
 */
export async function offerSecondChance(
  tx: PoolClient,
  record: Recorder,
  awardId: number,
  request: OfferRequest,
  by: SaleActor,
): Promise<number> {
  const { sale, award } = await openAward(tx, awardId);
  nextPhase(sale, "SECOND_CHANCE");
  const left = await biddersLeft(tx, sale);
  const bid = chosen(sale, left, request);
  const cents = request.amount === undefined ? bid.amountCents : dollarsToCents(request.amount);
  const terms = {
    bid,
    cents,
    leastCents: leastFor(sale, left),
    isEarly: endedEarly(award, sale.nowMs),
  };
  await offer(tx, record, sale, terms, request, by);
  return sale.lotId;
}

/**
 * Releases the high bid after a failed negotiation and offers the lot to the next bidder (D63), by
 * default at the seller's last amount. An amount below the high bidder's last one needs a second
 * person (D38). Returns the lot's ID.
 * @throws Refusal like `offerSecondChance`
 */
export async function offerNextBidder(
  tx: PoolClient,
  record: Recorder,
  lotId: number,
  given: z.output<typeof nextCall.body>,
  by: SaleActor,
): Promise<number> {
  const sale = await openCurrentSale(tx, record, lotId);
  if (sale.award !== null) throw saleConflict(sale);
  nextPhase(sale, "SECOND_CHANCE");
  const request = {
    ...given,
    until: given.until ?? new Date(await answerUntilMs(tx, sale)).toISOString(),
  };
  const left = await biddersLeft(tx, sale);
  const bid = chosen(sale, left, { bidId: request.bidId ?? nextBidderOf(sale, left)?.bidId });
  const cents =
    request.amount === undefined ? nextOfferCents(sale, bid) : dollarsToCents(request.amount);
  const leastCents = Math.max(leastFor(sale, left), sale.negotiation.offerCents ?? 0);
  await offer(tx, record, sale, { bid, cents, leastCents, isEarly: false }, request, by);
  return sale.lotId;
}

/** Returns the next bidder to offer a lot to: not the one who has just had an offer. */
export function nextBidderOf<Bid extends Pick<StandingBid, "userId">>(
  sale: Sale,
  left: readonly Bid[],
): Bid | undefined {
  return left.find(({ userId }) => userId !== sale.offer?.userId) ?? left[0];
}

function leastFor({ offer: last, nowMs }: Sale, left: readonly StandingBid[]): number {
  return leastOffer(
    left.map(({ userId, amountCents }) => ({ userId, amount: amountCents })),
    last === null ? null : { userId: last.userId, status: offerStatusAt(nowMs, last) },
  );
}

/** Returns the price at which a lot is offered to the next bidder: the seller's last amount. */
export function nextOfferCents({ negotiation }: Sale, bid: Pick<StandingBid, "amountCents">) {
  return Math.max(negotiation.askCents ?? 0, bid.amountCents);
}

/** Returns whether a failed negotiation's lot may be offered to a bidder: not to the high bidder. */
function mayFollow({ award, leaderId }: Sale, { userId }: Pick<StandingBid, "userId">) {
  return award !== null || userId !== leaderId;
}

async function biddersLeft(tx: PoolClient, sale: Sale): Promise<StandingBid[]> {
  const past = (await pastBuyers(tx, [sale.lotId])).get(sale.lotId) ?? new Set();
  const bids = await bestBids(tx, [sale.lotId]);
  return bids.filter((bid) => mayBeOffered(bid, past) && mayFollow(sale, bid));
}

/** Returns the requested bid, or the highest. @throws Refusal 422 */
function chosen(
  sale: Sale,
  left: readonly StandingBid[],
  { bidId }: Pick<OfferRequest, "bidId">,
): StandingBid {
  const bid = bidId === undefined ? left[0] : left.find((each) => each.bidId === bidId);
  if (bid !== undefined) return bid;
  throw new Refusal(
    "value-refused",
    bidId === undefined
      ? msg("There is no bidder left to offer {sale} to. Decline it instead.", {
          sale: lotName(sale),
        })
      : msg("bidId: Choose the highest bid of a runner-up who hasn't been offered this lot"),
  );
}

/** Makes the offer; below `leastCents`, far below the reserve or early, once a second person has confirmed it (D38). */
async function offer(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  terms: {
    readonly bid: StandingBid;
    readonly cents: number;
    readonly leastCents: number;
    readonly isEarly: boolean;
  },
  request: OfferRequest,
  by: SaleActor,
): Promise<void> {
  const { bid, cents, leastCents, isEarly } = terms;
  const reason = request.reason ?? null;
  if (cents < leastCents && reason === null)
    throw new Refusal("value-refused", msg("reason: Enter why the offer is below the bid"));
  const { reserveBelow } = await twoPersonRule(tx);
  if (cents < leastCents || isEarly || waivesReserve(sale.reserveCents, cents, reserveBelow)) {
    const bidder = await shownPerson(tx, bid.userId, sale.lotId);
    await requireSecondPerson(tx, by, {
      kind: "SECOND_CHANCE",
      subjectType: "lot",
      subjectId: sale.lotId,
      title: sale.title,
      before: {
        lot: sale.label,
        status: sale.award?.status ?? null,
        bidder: bidder.bidder,
        bidCents: leastCents,
        reserveCents: sale.reserveCents,
      },
      after: { ...bidder, bidId: bid.bidId, offerCents: cents },
      reason,
    });
  }
  if (phaseOfSale(sale) === "NEGOTIATION_FAILED") await releaseHighBid(tx, record, sale);
  await withdrawOffer(tx, record, sale);
  const details = {
    kind: "SECOND_CHANCE" as const,
    userId: bid.userId,
    bidId: bid.bidId,
    bidCents: bid.amountCents,
    cents,
    until: request.until,
    reason,
    recorded: null,
  };
  await makeOffer(tx, record, sale, details, by);
}
