import { msg } from "@gavelyard/messages/text";
import type { decideLot as decideLotCall } from "@gavelyard/contract/sales/sales";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { waivesReserve } from "@gavelyard/domain/proposals";
import { phaseAfter } from "@gavelyard/domain/sales/sale-phase";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import { Refusal } from "../../refusal.ts";
import { shownPerson } from "../../proposals/person-sql.ts";
import { requireSecondPerson } from "../../proposals/proposals.ts";
import { twoPersonRule } from "../../proposals/sql.ts";
import { announceAward, auditedAward, mailTo, notice, unitOfMail } from "../announce-award.ts";
import { buyerOf, releaseLeaderHold, insertDeclaredAward } from "../awards-sql.ts";
import { personById } from "../bids-sql.ts";
import { withdrawOffer } from "./make-offer.ts";
import { counterForSeller, endNegotiation, openCurrentSale, takeStep } from "./negotiate.ts";
import {
  dueOf,
  highBidOf,
  nextPhase,
  phaseOfSale,
  type Recorder,
  type SaleActor,
} from "../lock-sale.ts";
import { setDecision, setUnitStatus, type Sale } from "../sale-sql.ts";

export type LotDecision = z.output<typeof decideLotCall.body>;

/**
 * Decides a lot whose reserve wasn't met (D27). ACCEPT sells it at the bidder's counteroffer, or at
 * the highest bid while there is none. COUNTER_OFFER and END_NEGOTIATION are the seller's steps in
 * its negotiation (D63). DECLINE makes the unit UNSOLD; a lot whose award ended can also be declined
 * (D28). Selling far below the reserve needs a second person (D38).
 * @throws Refusal 404, 409 if there is nothing to decide, 422 for a counteroffer out of bounds
 */
export async function decideLot(
  tx: PoolClient,
  record: Recorder,
  lotId: number,
  decision: LotDecision,
  by: SaleActor,
): Promise<void> {
  const sale = await openCurrentSale(tx, record, lotId);
  const reason = decision.reason ?? null;
  if (decision.price !== undefined) refuseStalePrice(sale, dollarsToCents(decision.price));
  switch (decision.decision) {
    case "ACCEPT":
      return accept(tx, record, sale, reason, by);
    case "COUNTER_OFFER":
      await counterForSeller(tx, record, sale, highBidOf(sale), decision, by);
      return askToWaive(tx, sale, dollarsToCents(decision.amount), reason, by);
    case "END_NEGOTIATION": {
      nextPhase(sale, "END_NEGOTIATION");
      const kind = sale.negotiation.turn === "SELLER" ? "DECLINE" : "WITHDRAW";
      return endNegotiation(tx, record, sale, kind, "SELLER", { ...by, reason });
    }
    case "DECLINE":
      return decline(tx, record, sale, reason, by);
  }
}

/** @throws Refusal 409 if the amount to decide on isn't the one that was shown */
function refuseStalePrice(sale: Sale, shownCents: number): void {
  const { turn, askCents, offerCents } = sale.negotiation;
  const phase = phaseOfSale(sale);
  const isOpen = phase === "COUNTER_OFFERED" || phase === "BIDDER_COUNTERED";
  const cents = isOpen ? (turn === "BIDDER" ? askCents : offerCents) : sale.priceCents;
  if (cents === null || cents === shownCents) return;
  throw new Refusal(
    "edit-conflict",
    isOpen
      ? msg("The counteroffer is now {amount}. Nothing was changed. Check it and decide again.", {
          amount: formatDollars(cents),
        })
      : msg(
          "The bid to decide on is now {amount}. Nothing was changed. Check it and decide again.",
          {
            amount: formatDollars(cents),
          },
        ),
  );
}

async function accept(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  reason: string | null,
  by: SaleActor,
): Promise<void> {
  const isCounter = phaseOfSale(sale) === "BIDDER_COUNTERED";
  nextPhase(sale, "ACCEPT");
  const highest = highBidOf(sale);
  const hammerCents = (isCounter ? sale.negotiation.offerCents : null) ?? highest.priceCents;
  if (isCounter) await takeStep(tx, sale, "ACCEPT", "SELLER");
  await setDecision(tx, sale.lotId, "ACCEPTED");
  await releaseLeaderHold(tx, highest.userId, highest.maxCents);
  const { availableCents } = await buyerOf(tx, highest.userId);
  if (isCounter && availableCents < hammerCents) {
    throw new Refusal(
      "bid-limit-exceeded",
      msg("The bidder's limit no longer covers the counteroffer. Raise the limit or decline it."),
    );
  }
  await askToWaive(tx, sale, hammerCents, reason, by);
  await setUnitStatus(tx, sale.inventoryId, "SOLD");
  const won = {
    lotId: sale.lotId,
    bidId: highest.bidId,
    userId: highest.userId,
    hammerCents,
    basis: isCounter ? ("OFFER_ACCEPTED" as const) : ("AUTO" as const),
    paymentDueAtMs: dueOf(sale),
    declaredBy: by.userId,
    overrideReason: null,
  };
  const id = await insertDeclaredAward(tx, won);
  await announceAward(tx, record, sale, { ...won, id, insteadOf: null });
  await insertAudit(tx, {
    actorId: by.userId,
    action: isCounter ? "counter-accepted" : "reserve-waived",
    subjectType: "lot",
    subjectId: sale.lotId,
    after: auditedAward({ ...won, id }),
    reason,
    ip: by.ip,
  });
}

/** Asks for a second person before a lot is sold far below its reserve (D38). */
async function askToWaive(
  tx: PoolClient,
  sale: Sale,
  cents: number,
  reason: string | null,
  by: SaleActor,
): Promise<void> {
  const { reserveBelow } = await twoPersonRule(tx);
  if (!waivesReserve(sale.reserveCents, cents, reserveBelow)) return;
  const bidder = await shownPerson(tx, highBidOf(sale).userId, sale.lotId);
  await requireSecondPerson(tx, by, {
    kind: "RESERVE_WAIVER",
    subjectType: "lot",
    subjectId: sale.lotId,
    title: sale.title,
    before: { lot: sale.label, reserveCents: sale.reserveCents },
    after: { ...bidder, hammerCents: cents },
    reason,
  });
}

async function decline(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  reason: string | null,
  by: SaleActor,
): Promise<void> {
  nextPhase(sale, "DECLINE");
  const phase = phaseOfSale(sale);
  await withdrawOffer(tx, record, sale);
  await setUnitStatus(tx, sale.inventoryId, "UNSOLD");
  if (phaseAfter(phase, "ACCEPT") !== null) await releaseHighBid(tx, record, sale);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "lot-declined",
    subjectType: "lot",
    subjectId: sale.lotId,
    before: {
      phase,
      lot: sale.label,
      bid: sale.priceCents === null ? null : centsToDollars(sale.priceCents),
    },
    reason,
    ip: by.ip,
  });
}

/** Declines the highest bid, releases its hold and tells its bidder. */
export async function releaseHighBid(tx: PoolClient, record: Recorder, sale: Sale): Promise<void> {
  const highest = highBidOf(sale);
  await setDecision(tx, sale.lotId, "DECLINED");
  await releaseLeaderHold(tx, highest.userId, highest.maxCents);
  const bidder = await personById(tx, highest.userId);
  await mailTo(tx, bidder, `bid-declined:${sale.lotId}`, {
    kind: "BID_DECLINED",
    ...unitOfMail(sale, bidder),
    bidCents: highest.priceCents,
  });
  const words = msg("The seller didn't accept your bid of {bid}.", {
    bid: formatDollars(highest.priceCents),
  });
  record(notice(sale, [highest.userId], words));
}
