import { msg, type Message } from "@gavelyard/messages/text";
import { paymentDueAtMs } from "@gavelyard/domain/business-days";
import { standingAt } from "@gavelyard/domain/sales/negotiation";
import {
  phaseAfter,
  phaseOf,
  type SaleAct,
  type SalePhase,
} from "@gavelyard/domain/sales/sale-phase";
import type { PoolClient } from "pg";
import { lockBidders } from "../bidding/close-sql.ts";
import type { ProductEvent } from "../events/events.ts";
import type { RequestKey } from "../events/once.ts";
import type { Actor } from "../http/actor.ts";
import { notFound, Refusal } from "../refusal.ts";
import { holdersOf, lockLots, salesOf, type Sale } from "./sale-sql.ts";

export type Recorder = (event: ProductEvent) => void;

export type SaleActor = Actor;

/** Returns the key under which the response of a request is stored (D14). */
export function requestKey({ userId, key }: Actor, request: string): RequestKey {
  return { userId, key, request };
}

/**
 * Locks a lot, and everybody whose limit it holds. Locks in the same order as the bid desk, lots
 * and then bidders by ID, to avoid deadlocks. Their bids on other lots wait until the transaction
 * ends, so it has to be short.
 * @param buyers other bidders to lock, who may buy the lot
 * @throws Refusal 404
 */
export async function openSale(
  tx: PoolClient,
  lotId: number,
  buyers: readonly number[] = [],
): Promise<Sale> {
  await lockLots(tx, [lotId]);
  await lockBidders(tx, [...new Set([...(await holdersOf(tx, [lotId])), ...buyers])]);
  return lockedSale(tx, lotId);
}

/**
 * Locks lots, everybody whose limit they hold, and their buyer, by whom all money of one buyer takes
 * turns (D75). Returns the lots' sales.
 */
export async function openSalesOf(
  tx: PoolClient,
  userId: number,
  lotIds: readonly number[],
): Promise<Map<number, Sale>> {
  await lockLots(tx, lotIds);
  await lockBidders(tx, [...new Set([...(await holdersOf(tx, lotIds)), userId])]);
  return new Map((await salesOf(tx, lotIds)).map((sale) => [sale.lotId, sale]));
}

/**
 * Locks a lot, and nobody's limit: for actions that change no hold, or that lock whose holds they
 * change themselves.
 * @throws Refusal 404
 */
export async function openLot(tx: PoolClient, lotId: number): Promise<Sale> {
  await lockLots(tx, [lotId]);
  return lockedSale(tx, lotId);
}

async function lockedSale(tx: PoolClient, lotId: number): Promise<Sale> {
  const [sale] = await salesOf(tx, [lotId]);
  if (sale === undefined) throw notFound(msg("Lot not found"));
  return sale;
}

export function phaseOfSale(sale: Sale): SalePhase {
  return phaseOf({
    outcome: sale.outcome,
    decision: sale.decision,
    negotiation: standingAt(sale.negotiation, sale.nowMs),
    award: sale.award?.status ?? null,
    offerOpen: sale.offer?.status === "OPEN",
    unit: sale.unit,
    newest: sale.newest,
  });
}

/** Returns when a sale declared now is due for payment, in ms (D29). */
export function dueOf(sale: Pick<Sale, "nowMs" | "timeZone" | "paymentDueDays">): number {
  const { nowMs, timeZone, paymentDueDays } = sale;
  return paymentDueAtMs({ awardedAtMs: nowMs, zone: timeZone, days: paymentDueDays });
}

/** Returns when a sale paid now is due for pickup, in ms (D29). */
export function pickupDueOf(sale: Pick<Sale, "nowMs" | "timeZone" | "pickupDueDays">): number {
  const { nowMs, timeZone, pickupDueDays } = sale;
  return paymentDueAtMs({ awardedAtMs: nowMs, zone: timeZone, days: pickupDueDays });
}

export const lotName = ({ label, title }: Pick<Sale, "label" | "title">) =>
  msg("Lot {label} ({title})", { label, title });

const standing: Readonly<Record<SalePhase, (sale: Message) => Message>> = {
  OPEN: (sale) => msg("{sale} has not closed yet.", { sale }),
  UNDECIDED: (sale) =>
    msg("{sale} did not meet its reserve: accept, counter or decline the bid.", { sale }),
  COUNTER_OFFERED: (sale) =>
    msg("{sale} is waiting for the bidder's answer to a counteroffer.", { sale }),
  BIDDER_COUNTERED: (sale) =>
    msg("{sale} has a counteroffer from the bidder: accept, counter or decline it.", { sale }),
  NEGOTIATION_FAILED: (sale) =>
    msg(
      "The negotiation of {sale} failed: accept the bid, offer it to the next bidder or decline.",
      { sale },
    ),
  BID_RELEASED: (sale) =>
    msg("{sale} can be offered to the next bidder: make the offer or decline.", { sale }),
  NEXT_BIDDER_OFFERED: (sale) => msg("{sale} is waiting for the next bidder's answer.", { sale }),
  AWARDED: (sale) => msg("{sale} is awarded.", { sale }),
  AWARD_ENDED: (sale) =>
    msg("{sale} no longer has a winner: offer it to a runner-up or decline.", { sale }),
  SECOND_CHANCE_OFFERED: (sale) =>
    msg("{sale} is waiting for the answer to a second-chance offer.", { sale }),
  PAID: (sale) => msg("{sale} is paid.", { sale }),
  UNSOLD: (sale) => msg("{sale} went unsold.", { sale }),
};

/** Returns the phase that an action leads to. @throws Refusal 409 if it isn't allowed now */
export function nextPhase(sale: Sale, act: SaleAct): SalePhase {
  const phase = phaseOfSale(sale);
  const next = phaseAfter(phase, act);
  if (next === null) throw saleConflict(sale);
  return next;
}

export function saleConflict(sale: Sale) {
  return new Refusal("wrong-state", standing[phaseOfSale(sale)](lotName(sale)));
}

export interface HighBid {
  readonly userId: number;
  readonly bidId: number;
  readonly maxCents: number;
  readonly priceCents: number;
}

/** @throws Refusal 409 without a bid */
export function highBidOf(sale: Sale): HighBid {
  const { leaderId: userId, leaderBidId: bidId, leaderMaxCents: maxCents, priceCents } = sale;
  if (userId === null || bidId === null || maxCents === null || priceCents === null) {
    throw saleConflict(sale);
  }
  return { userId, bidId, maxCents, priceCents };
}
