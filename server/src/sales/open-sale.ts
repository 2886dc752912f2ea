import { paymentDueAtMs } from "@gavelyard/domain/business-days";
import { phaseAfter, phaseOf, type SaleAct, type SalePhase } from "@gavelyard/domain/sale-phase";
import type { PoolClient } from "pg";
import { lockBidders } from "../bidding/close-sql.ts";
import type { ProductEvent } from "../events/events.ts";
import type { RequestKey } from "../events/once.ts";
import type { Actor } from "../http/actor.ts";
import { conflict, notFound } from "../http/errors.ts";
import { holdersOf, lockLots, salesOf, type Sale } from "./sale-sql.ts";

export type Recorder = (event: ProductEvent) => void;

/** Who acts on a sale. */
export type SaleActor = Actor;

/** Names the request for which a key is used (D14). */
export function requestKey({ userId, key }: Actor, request: string): RequestKey {
  return { userId, key, request };
}

/**
 * Locks the sales of lots as the bid desk locks, lots by id and then bidders by id, and reads them.
 * @param buyers bidders beside those whom the lots know, who may come to buy
 */
export async function openSales(
  tx: PoolClient,
  lotIds: readonly number[],
  buyers: readonly number[] = [],
): Promise<Sale[]> {
  await lockLots(tx, lotIds);
  await lockBidders(tx, [...new Set([...(await holdersOf(tx, lotIds)), ...buyers])]);
  return salesOf(tx, lotIds);
}

/** @throws HttpError 404 */
export async function openSale(
  tx: PoolClient,
  lotId: number,
  buyers: readonly number[] = [],
): Promise<Sale> {
  const [sale] = await openSales(tx, [lotId], buyers);
  if (sale === undefined) throw notFound("Lot not found");
  return sale;
}

/** The phase in which a sale stands. */
export function phaseOfSale(sale: Sale): SalePhase {
  return phaseOf({
    outcome: sale.outcome,
    decision: sale.decision,
    award: sale.award?.status ?? null,
    offerOpen: sale.offer?.status === "OPEN",
    unit: sale.unit,
    newest: sale.newest,
  });
}

/** When a sale that is declared now has to be paid, in ms (D29). */
export function dueOf(sale: Pick<Sale, "nowMs" | "timeZone" | "paymentDueDays">): number {
  const { nowMs, timeZone, paymentDueDays } = sale;
  return paymentDueAtMs({ awardedAtMs: nowMs, zone: timeZone, days: paymentDueDays });
}

/** A lot as people know it. */
export const lotName = (sale: Pick<Sale, "label" | "title">) => `Lot ${sale.label} (${sale.title})`;

const standing: Readonly<Record<SalePhase, string>> = {
  OPEN: "has not closed yet",
  UNDECIDED: "did not meet its reserve: accept, counter or decline the bid",
  COUNTER_OFFERED: "waits for the answer to a counter-offer",
  AWARDED: "is awarded",
  FALLEN: "lost its winner: offer it to a runner-up or decline",
  SECOND_CHANCE_OFFERED: "waits for the answer to a second-chance offer",
  PAID: "is paid",
  UNSOLD: "went unsold",
};

/** Where an act leads a sale. @throws HttpError 409 when it may not be done now */
export function nextPhase(sale: Sale, act: SaleAct): SalePhase {
  const phase = phaseOfSale(sale);
  const next = phaseAfter(phase, act);
  if (next === null) throw notNow(sale);
  return next;
}

/** Why nothing can be done: where the sale stands. */
export function notNow(sale: Sale) {
  return conflict(`${lotName(sale)} ${standing[phaseOfSale(sale)]}.`);
}
