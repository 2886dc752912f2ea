import type { decideLot as decideLotCall } from "@gavelyard/contract/sales";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { phaseAfter } from "@gavelyard/domain/sale-phase";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import { HttpError } from "../http/errors.ts";
import { announceAward, auditedAward, mailTo, notice, unitOfMail } from "./announce-award.ts";
import { freeLeaderHold, insertDeclaredAward } from "./awards-sql.ts";
import { bestBids } from "./bids-sql.ts";
import { makeOffer, takeOfferBack } from "./make-offer.ts";
import {
  dueOf,
  lotName,
  nextPhase,
  notNow,
  openSale,
  phaseOfSale,
  type Recorder,
  type SaleActor,
} from "./open-sale.ts";
import { setDecision, setUnitStatus, type Sale } from "./sale-sql.ts";

export type LotDecision = z.output<typeof decideLotCall.body>;

/**
 * Decides a lot whose reserve wasn't met (D27). ACCEPT sells it at the highest bid, COUNTER_OFFER
 * offers it to that bidder at a higher price, DECLINE makes the unit UNSOLD. A lot whose award
 * ended can also be declined (D28).
 * @throws HttpError 404, 409 if there is nothing to decide, 422 for a counteroffer that isn't above
 * the bid
 */
export async function decideLot(
  tx: PoolClient,
  record: Recorder,
  lotId: number,
  decision: LotDecision,
  by: SaleActor,
): Promise<void> {
  const sale = await openSale(tx, lotId);
  switch (decision.decision) {
    case "ACCEPT":
      return accept(tx, record, sale, decision.reason ?? null, by);
    case "COUNTER_OFFER":
      return counter(tx, record, sale, decision, by);
    case "DECLINE":
      return decline(tx, record, sale, decision.reason ?? null, by);
  }
}

/** Returns the highest bid of a lot whose reserve wasn't met. @throws HttpError 409 without one */
function highestOf(sale: Sale) {
  const { leaderId: userId, leaderBidId: bidId, leaderMaxCents: maxCents, priceCents } = sale;
  if (userId === null || bidId === null || maxCents === null || priceCents === null) {
    throw notNow(sale);
  }
  return { userId, bidId, maxCents, priceCents };
}

async function accept(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  reason: string | null,
  by: SaleActor,
): Promise<void> {
  nextPhase(sale, "ACCEPT");
  const highest = highestOf(sale);
  await takeOfferBack(tx, record, sale);
  await setDecision(tx, sale.lotId, "ACCEPTED");
  await freeLeaderHold(tx, highest.userId, highest.maxCents);
  await setUnitStatus(tx, sale.inventoryId, "SOLD");
  const won = {
    lotId: sale.lotId,
    bidId: highest.bidId,
    userId: highest.userId,
    hammerCents: highest.priceCents,
    basis: "AUTO" as const,
    paymentDueAtMs: dueOf(sale),
    declaredBy: by.userId,
    overrideReason: null,
  };
  const id = await insertDeclaredAward(tx, won);
  await announceAward(tx, record, sale, { ...won, id, insteadOf: null });
  await insertAudit(tx, {
    actorId: by.userId,
    action: "reserve-waived",
    subjectType: "lot",
    subjectId: sale.lotId,
    after: auditedAward({ ...won, id }),
    reason,
    ip: by.ip,
  });
}

async function counter(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  { amount, until, reason }: Extract<LotDecision, { decision: "COUNTER_OFFER" }>,
  by: SaleActor,
): Promise<void> {
  nextPhase(sale, "COUNTER_OFFER");
  const highest = highestOf(sale);
  const cents = dollarsToCents(amount);
  if (cents <= highest.priceCents) {
    const floor = formatDollars(highest.priceCents);
    throw new HttpError(422, `amount: Enter more than the bid of ${floor}, or accept it`);
  }
  await takeOfferBack(tx, record, sale);
  await makeOffer(
    tx,
    record,
    sale,
    {
      kind: "COUNTER_OFFER",
      userId: highest.userId,
      bidId: highest.bidId,
      bidCents: highest.priceCents,
      cents,
      until,
      reason: reason ?? null,
    },
    by,
  );
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
  await takeOfferBack(tx, record, sale);
  await setUnitStatus(tx, sale.inventoryId, "UNSOLD");
  if (phaseAfter(phase, "ACCEPT") !== null) {
    const highest = highestOf(sale);
    await setDecision(tx, sale.lotId, "DECLINED");
    await freeLeaderHold(tx, highest.userId, highest.maxCents);
    const bidder = (await bestBids(tx, [sale.lotId])).find(
      ({ userId }) => userId === highest.userId,
    );
    if (bidder !== undefined) {
      await mailTo(tx, bidder, `bid-declined:${sale.lotId}`, {
        kind: "BID_DECLINED",
        ...unitOfMail(sale, bidder),
        bidCents: highest.priceCents,
      });
    }
    const words = `The seller didn't accept your bid of ${formatDollars(highest.priceCents)}.`;
    record(notice(sale, [highest.userId], words));
  }
  await insertAudit(tx, {
    actorId: by.userId,
    action: "lot-declined",
    subjectType: "lot",
    subjectId: sale.lotId,
    before: {
      phase,
      lot: lotName(sale),
      bid: sale.priceCents === null ? null : centsToDollars(sale.priceCents),
    },
    reason,
    ip: by.ip,
  });
}
