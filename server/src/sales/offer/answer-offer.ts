import { codeName } from "@gavelyard/domain/code-names";
import { msg } from "@gavelyard/messages/text";
import type { answerOffer as answerOfferCall } from "@gavelyard/contract/sales/sales";
import { centsToDollars, formatDollars } from "@gavelyard/domain/money";
import { offerStatusAt } from "@gavelyard/domain/sales/sale-phase";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import { Refusal, notFound } from "../../refusal.ts";
import { announceAward } from "../announce-award.ts";
import { buyerOf, releaseLeaderHold, insertDeclaredAward } from "../awards-sql.ts";
import { lotOfOffer, setOfferStatus } from "../offers-sql.ts";
import {
  counterForBidder,
  endNegotiation,
  partiesOf,
  refuseOverLimit,
  takeStep,
  notifyStaff,
} from "./negotiate.ts";
import { dueOf, nextPhase, openSale, type Recorder, type SaleActor } from "../lock-sale.ts";
import { setDecision, setUnitStatus, type Sale } from "../sale-sql.ts";

export type OfferAnswer = z.output<typeof answerOfferCall.body>;

/**
 * Answers an open offer, by the database's clock (D27, D28, D63). An accepted offer awards the lot
 * at the offered price, within the buyer's limit (D25).
 * @throws Refusal 404 for another buyer's offer, 409 if it isn't open or the limit doesn't cover
 * it
 */
export async function answerOffer(
  tx: PoolClient,
  record: Recorder,
  offerId: number,
  answer: OfferAnswer,
  by: SaleActor,
): Promise<void> {
  const lotId = await lotOfOffer(tx, offerId, by.userId);
  if (lotId === null) throw notFound(msg("Offer not found"));
  const sale = await openSale(tx, lotId);
  const { offer } = sale;
  const status = offer?.id === offerId ? offerStatusAt(sale.nowMs, offer) : "WITHDRAWN";
  if (offer === null || status !== "OPEN") {
    throw new Refusal(
      "already-done",
      msg("This offer has the status “{status}” and can no longer be answered", {
        status: codeName(status),
      }),
    );
  }
  const isCounter = offer.kind === "COUNTER_OFFER";
  if (answer.answer === "COUNTER") {
    if (!isCounter)
      throw new Refusal("wrong-state", msg("You can only accept or decline this offer"));
    return counterForBidder(tx, record, sale, answer.amount, by);
  }
  if (answer.answer === "DECLINE") {
    nextPhase(sale, isCounter ? "END_NEGOTIATION" : "OFFER_ENDED");
    if (isCounter) return endNegotiation(tx, record, sale, "DECLINE", "BIDDER", by);
    await setOfferStatus(tx, offerId, "DECLINED");
    return audit(tx, sale, "offer-declined", by);
  }

  nextPhase(sale, "OFFER_TAKEN");
  await setOfferStatus(tx, offerId, "ACCEPTED");
  await audit(tx, sale, "offer-taken", by);
  if (isCounter) {
    await takeStep(tx, sale, "ACCEPT", "BIDDER");
    const { bidder, staff } = await partiesOf(tx, sale);
    const news = msg("{bidder} accepted {amount}.", {
      bidder: bidder.name,
      amount: formatDollars(offer.cents),
    });
    await notifyStaff(tx, record, sale, staff, news);
    await setDecision(tx, lotId, "ACCEPTED");
    if (sale.leaderId !== null && sale.leaderMaxCents !== null) {
      await releaseLeaderHold(tx, sale.leaderId, sale.leaderMaxCents);
    }
  }
  refuseOverLimit((await buyerOf(tx, by.userId)).availableCents, offer.cents);
  await setUnitStatus(tx, sale.inventoryId, "SOLD");
  const won = {
    lotId,
    bidId: offer.bidId,
    userId: by.userId,
    hammerCents: offer.cents,
    basis: "OFFER_ACCEPTED" as const,
    paymentDueAtMs: dueOf(sale),
    declaredBy: null,
    overrideReason: null,
  };
  const id = await insertDeclaredAward(tx, won);
  await announceAward(tx, record, sale, {
    ...won,
    id,
    insteadOf: sale.award?.userId ?? sale.leaderId,
  });
}

async function audit(
  tx: PoolClient,
  { lotId, offer }: Sale,
  action: "offer-taken" | "offer-declined",
  by: SaleActor,
): Promise<void> {
  await insertAudit(tx, {
    actorId: by.userId,
    action,
    subjectType: "lot",
    subjectId: lotId,
    after: { offerId: offer?.id, amount: centsToDollars(offer?.cents ?? 0) },
    ip: by.ip,
  });
}
