import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { mayMoveAward } from "@gavelyard/domain/settlement";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { conflict, HttpError, notFound } from "../http/errors.ts";
import { auditedAward, mailTo, notice, unitOfMail } from "./announce-award.ts";
import { endAward } from "./awards-sql.ts";
import { bestBids, mayBeOffered, pastBuyers, peopleByIds } from "./bids-sql.ts";
import { invoiceOfAward } from "./invoices-sql.ts";
import { makeOffer, takeOfferBack } from "./make-offer.ts";
import {
  lotName,
  nextPhase,
  notNow,
  openSale,
  type Recorder,
  type SaleActor,
} from "./open-sale.ts";
import { paidOf } from "./payments-sql.ts";
import { lotOfAward, setUnitStatus, type Sale, type SaleAward } from "./sale-sql.ts";

/** Locks the sale of an award. @throws HttpError 404; 409 when it is not the newest of its lot */
async function openAward(
  tx: PoolClient,
  awardId: number,
): Promise<{ sale: Sale; award: SaleAward }> {
  const lotId = await lotOfAward(tx, awardId);
  if (lotId === null) throw notFound("Award not found");
  const sale = await openSale(tx, lotId);
  if (sale.award?.id !== awardId)
    throw conflict(`${lotName(sale)} has since gone to another bidder`);
  return { sale, award: sale.award };
}

/**
 * Ends an unpaid award: DEFAULTED when a declared winner did not pay, VOID when staff take it back.
 * Frees what it held of the limit and voids its invoice; the unit then waits for staff (D28).
 * @throws HttpError 404, 409 for an award that cannot end so, or of which a part is paid
 */
export async function endAwardAs(
  tx: PoolClient,
  record: Recorder,
  awardId: number,
  { how, reason }: { readonly how: "DEFAULTED" | "VOID"; readonly reason: string },
  by: SaleActor,
): Promise<number> {
  const { sale, award } = await openAward(tx, awardId);
  if (!mayMoveAward(award.status, how)) {
    throw award.status === "PENDING"
      ? conflict(`The winner of ${lotName(sale)} isn't declared yet, so nothing is owed`)
      : notNow(sale);
  }
  nextPhase(sale, "END_AWARD");
  const invoice = await invoiceOfAward(tx, awardId);
  const paidCents = invoice === null ? 0 : await paidOf(tx, invoice.id);
  if (paidCents > 0) {
    throw conflict(
      `${formatDollars(paidCents)} of ${lotName(sale)} is paid. Refund it and remove these payments from the invoice first.`,
    );
  }
  await endAward(tx, awardId, { to: how, reason });
  await setUnitStatus(tx, sale.inventoryId, "PENDING_DECISION");
  const winner = (await peopleByIds(tx, [award.userId])).get(award.userId);
  if (winner !== undefined) {
    await mailTo(tx, winner, `award-ended:${awardId}`, {
      kind: "AWARD_ENDED",
      ...unitOfMail(sale, winner),
      hammerCents: award.hammerCents,
      how,
      reason,
    });
  }
  const words = how === "DEFAULTED" ? "was not paid and is no longer yours" : "was taken back";
  record(notice(sale, [award.userId], `The sale at ${formatDollars(award.hammerCents)} ${words}.`));
  await insertAudit(tx, {
    actorId: by.userId,
    action: how === "DEFAULTED" ? "award-defaulted" : "award-voided",
    subjectType: "lot",
    subjectId: sale.lotId,
    before: auditedAward(award),
    reason,
    ip: by.ip,
  });
  return sale.lotId;
}

/**
 * Offers a lot whose award fell to a runner-up: the highest who has not had it, at the own bid,
 * unless another bid or amount is named (D28).
 * @throws HttpError 404, 409 when the lot is not to be had, 422 when nobody is left or the bid is not
 * a runner-up's
 */
export async function offerSecondChance(
  tx: PoolClient,
  record: Recorder,
  awardId: number,
  wish: {
    readonly bidId?: number | undefined;
    readonly amount?: number | undefined;
    readonly until: string;
  },
  by: SaleActor,
): Promise<number> {
  const { sale } = await openAward(tx, awardId);
  nextPhase(sale, "SECOND_CHANCE");
  const past = (await pastBuyers(tx, [sale.lotId])).get(sale.lotId) ?? new Set();
  const left = (await bestBids(tx, [sale.lotId])).filter((bid) => mayBeOffered(bid, past));
  const bid = wish.bidId === undefined ? left[0] : left.find(({ bidId }) => bidId === wish.bidId);
  if (bid === undefined) {
    throw new HttpError(
      422,
      wish.bidId === undefined
        ? `There is no bidder left to offer ${lotName(sale)} to. Decline it instead.`
        : "bidId: Choose the highest bid of a runner-up who hasn't been offered this lot",
    );
  }
  await takeOfferBack(tx, record, sale);
  await makeOffer(
    tx,
    record,
    sale,
    {
      kind: "SECOND_CHANCE",
      userId: bid.userId,
      bidId: bid.bidId,
      bidCents: bid.amountCents,
      cents: dollarsToCents(wish.amount ?? centsToDollars(bid.amountCents)),
      until: wish.until,
      reason: null,
    },
    by,
  );
  return sale.lotId;
}
