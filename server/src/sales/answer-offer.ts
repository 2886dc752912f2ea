import { centsToDollars, formatDollars } from "@gavelyard/domain/money";
import { offerStatusAt } from "@gavelyard/domain/sale-phase";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { conflict, notFound } from "../http/errors.ts";
import { announceAward } from "./announce-award.ts";
import { buyerOf, freeLeaderHold, insertDeclaredAward } from "./awards-sql.ts";
import { lotOfOffer, setOfferStatus } from "./offers-sql.ts";
import { dueOf, nextPhase, openSale, type Recorder, type SaleActor } from "./open-sale.ts";
import { setDecision, setUnitStatus } from "./sale-sql.ts";

/**
 * Accepts or declines an open offer, by the database's clock (D27, D28). An accepted offer awards
 * the lot at the offered price, within the buyer's limit (D25).
 * @throws HttpError 404 for another buyer's offer, 409 if it isn't open or the limit doesn't cover
 * it
 */
export async function answerOffer(
  tx: PoolClient,
  record: Recorder,
  offerId: number,
  answer: "ACCEPT" | "DECLINE",
  by: SaleActor,
): Promise<void> {
  const lotId = await lotOfOffer(tx, offerId, by.userId);
  if (lotId === null) throw notFound("Offer not found");
  const sale = await openSale(tx, lotId);
  const { offer } = sale;
  const status = offer?.id === offerId ? offerStatusAt(sale.nowMs, offer) : "WITHDRAWN";
  if (offer === null || status !== "OPEN") {
    throw conflict(`This offer is ${status.toLowerCase()} and can no longer be answered`);
  }
  const taken = answer === "ACCEPT";
  nextPhase(sale, taken ? "OFFER_TAKEN" : "OFFER_ENDED");
  await setOfferStatus(tx, offerId, taken ? "ACCEPTED" : "DECLINED");
  await insertAudit(tx, {
    actorId: by.userId,
    action: taken ? "offer-taken" : "offer-declined",
    subjectType: "lot",
    subjectId: lotId,
    after: { offerId, amount: centsToDollars(offer.cents) },
    ip: by.ip,
  });
  if (!taken) return;

  if (offer.kind === "COUNTER_OFFER") {
    await setDecision(tx, lotId, "ACCEPTED");
    if (sale.leaderId !== null && sale.leaderMaxCents !== null) {
      await freeLeaderHold(tx, sale.leaderId, sale.leaderMaxCents);
    }
  }
  const { availableCents } = await buyerOf(tx, by.userId);
  if (availableCents < offer.cents) {
    const left = formatDollars(Math.max(0, availableCents));
    throw conflict(
      `You have ${left} of your bid limit available, less than this needs. Request a higher limit first.`,
    );
  }
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
    insteadOf: sale.award?.userId ?? null,
  });
}
