import { msg } from "@gavelyard/messages/text";
import { formatDollars } from "@gavelyard/domain/money";
import { mayMoveAward } from "@gavelyard/domain/sales/settlement";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { Refusal, notFound } from "../refusal.ts";
import { auditedAward, mailTo, notice, unitOfMail } from "./announce-award.ts";
import { endAward } from "./awards-sql.ts";
import { peopleByIds } from "./bids-sql.ts";
import {
  lotName,
  nextPhase,
  saleConflict,
  openSale,
  type Recorder,
  type SaleActor,
} from "./lock-sale.ts";
import { paidOf } from "./payments-sql.ts";
import { lotOfAward, setUnitStatus, type Sale, type SaleAward } from "./sale-sql.ts";

/**
 * Locks and returns the sale of an award.
 * @throws Refusal 404; 409 if the lot has a newer award
 */
export async function openAward(
  tx: PoolClient,
  awardId: number,
): Promise<{ sale: Sale; award: SaleAward }> {
  const lotId = await lotOfAward(tx, awardId);
  if (lotId === null) throw notFound(msg("Award not found"));
  const sale = await openSale(tx, lotId);
  if (sale.award?.id !== awardId)
    throw new Refusal(
      "already-done",
      msg("{sale} has since gone to another bidder", { sale: lotName(sale) }),
    );
  return { sale, award: sale.award };
}

/**
 * Ends an unpaid award: DEFAULTED if a declared winner didn't pay, VOID if staff void it. Releases
 * its hold and voids its invoice; the unit is then pending a decision (D28). Returns the lot's ID.
 * @throws Refusal 404, 409 for an award that can't end this way, or that is partly paid
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
      ? new Refusal(
          "too-early",
          msg("The winner of {sale} isn't declared yet, so nothing is owed", {
            sale: lotName(sale),
          }),
        )
      : saleConflict(sale);
  }
  nextPhase(sale, "END_AWARD");
  await refusePaidAward(tx, sale, award);
  await endAndTell(tx, record, sale, award, { how, reason });
  await setUnitStatus(tx, sale.inventoryId, "PENDING_DECISION");
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
 * Refuses to end an award that has standing payments, which nobody would owe or own afterward.
 * @throws Refusal 409
 */
export async function refusePaidAward(tx: PoolClient, sale: Sale, award: SaleAward): Promise<void> {
  const paidCents = award.invoiceId === null ? 0 : await paidOf(tx, award.invoiceId);
  if (paidCents === 0) return;
  throw new Refusal(
    "in-use",
    msg(
      "{paid} has been paid for {sale}. Refund it and remove these payments from the invoice first.",
      { paid: formatDollars(paidCents), sale: lotName(sale) },
    ),
  );
}

/** Ends an award without payments, and tells its winner by email and live. */
export async function endAndTell(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  award: SaleAward,
  { how, reason }: { readonly how: "DEFAULTED" | "VOID"; readonly reason: string },
): Promise<void> {
  await endAward(tx, award.id, { to: how, reason });
  const winner = (await peopleByIds(tx, [award.userId])).get(award.userId);
  if (winner !== undefined) {
    await mailTo(tx, winner, `award-ended:${award.id}`, {
      kind: "AWARD_ENDED",
      ...unitOfMail(sale, winner),
      hammerCents: award.hammerCents,
      how,
      reason,
    });
  }
  const hammer = formatDollars(award.hammerCents);
  const news =
    how === "DEFAULTED"
      ? msg("Your purchase at {hammer} was canceled because we received no payment.", { hammer })
      : msg("Your purchase at {hammer} was voided.", { hammer });
  record(notice(sale, [award.userId], news));
}
