import {
  replayNegotiation,
  type Negotiation,
  type NegotiationStep,
} from "@gavelyard/domain/sales/negotiation";
import type { FeeSchedule } from "@gavelyard/domain/sales/fees";
import type { OfferStatus, SaleFacts } from "@gavelyard/domain/sales/sale-phase";
import type { AwardStatus, InventoryStatus, LotOutcome } from "@gavelyard/domain/sales/settlement";
import type { AuctionLifecycle } from "@gavelyard/domain/auctions/auction-lifecycle";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { bidStands } from "../bidding/ledger-sql.ts";
import { unitTitle } from "../inventory/sql.ts";

export type AwardBasis = "AUTO" | "OVERRIDE" | "OFFER_ACCEPTED" | "BUY_NOW";
export type OfferKind = "COUNTER_OFFER" | "SECOND_CHANCE";

export interface SaleAward {
  readonly id: number;
  readonly bidId: number;
  readonly userId: number;
  readonly hammerCents: number;
  /** Cents whose hold was released early (D25). */
  readonly forgivenCents: number;
  readonly basis: AwardBasis;
  readonly status: AwardStatus;
  readonly declaredAt: string | null;
  readonly paymentDueAt: string | null;
  readonly invoiceId: number | null;
}

export interface SaleOffer {
  readonly id: number;
  readonly kind: OfferKind;
  readonly userId: number;
  readonly bidId: number;
  readonly cents: number;
  /** The stored status: an OPEN offer may have expired. */
  readonly status: OfferStatus;
  readonly untilMs: number;
  readonly madeAt: string;
  readonly answeredAt: string | null;
  readonly createdBy: number;
}

/** A step of a lot's negotiation (D63). */
export interface SaleStep extends NegotiationStep {
  readonly seq: number;
  /** Hash of the lot's chain up to this step; null on a lot without one, or before it is stored. */
  readonly hash: string | null;
}

/** A lot's sale, with everything that actions on it check. */
export interface Sale {
  readonly lotId: number;
  readonly label: string;
  readonly auctionId: number;
  readonly auctionName: string;
  readonly lifecycle: AuctionLifecycle;
  readonly timeZone: string;
  readonly paymentDueDays: number;
  readonly pickupDueDays: number;
  /** Null for the default fees. */
  readonly fees: FeeSchedule | null;
  readonly inventoryId: number;
  readonly title: string;
  readonly unit: InventoryStatus;
  readonly newest: boolean;
  readonly outcome: LotOutcome | null;
  readonly decision: SaleFacts["decision"];
  readonly leaderId: number | null;
  readonly leaderMaxCents: number | null;
  /** The leader's standing bid with the highest maximum, the earliest of equal ones. */
  readonly leaderBidId: number | null;
  readonly priceCents: number | null;
  readonly reserveCents: number | null;
  readonly award: SaleAward | null;
  readonly offer: SaleOffer | null;
  readonly steps: readonly SaleStep[];
  readonly negotiation: Negotiation;
  /** The database's clock at the time of the read. */
  readonly nowMs: number;
}

/** SQL for the steps of the negotiation of lot `l`, as `StepJson`; null without any. */
export const stepsOfLot = `(SELECT json_agg(json_build_object('seq', n.seq, 'kind', n.kind, 'side', n.side,
    'cents', n.cents, 'at', n.at, 'until', n.valid_until, 'hash', encode(n.hash, 'hex')) ORDER BY n.seq)
  FROM negotiation_steps n WHERE n.lot_id = l.id)`;

export interface StepJson extends Omit<SaleStep, "atMs" | "untilMs"> {
  readonly at: string;
  readonly until: string | null;
}

interface SaleRow extends Omit<Sale, "offer" | "steps" | "negotiation" | "nowMs"> {
  readonly steps: readonly StepJson[] | null;
  readonly offer: (Omit<SaleOffer, "untilMs"> & { readonly until: string }) | null;
  readonly now: Date;
}

/**
 * Locks lots by ID, and their auctions against settling. Every action on a sale takes these locks
 * first, so nothing else can change the sale.
 */
export async function lockLots(tx: PoolClient, lotIds: readonly number[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM auctions WHERE id IN (SELECT auction_id FROM lots WHERE id = ANY($1::bigint[]))
      ORDER BY id FOR SHARE`,
    [lotIds],
  );
  await tx.query("SELECT 1 FROM lots WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE", [
    lotIds,
  ]);
}

/** Returns bidders with a hold on these lots, or who would have one if an open offer is accepted. */
export async function holdersOf(tx: PoolClient, lotIds: readonly number[]): Promise<number[]> {
  const { rows } = await tx.query<{ user_id: number }>(
    `SELECT leader_id AS user_id FROM lots WHERE id = ANY($1::bigint[]) AND leader_id IS NOT NULL
      UNION SELECT user_id FROM awards WHERE lot_id = ANY($1::bigint[])
      UNION SELECT user_id FROM offers WHERE lot_id = ANY($1::bigint[]) AND status = 'OPEN'`,
    [lotIds],
  );
  return rows.map((row) => row.user_id);
}

export async function salesOf(db: Db, lotIds: readonly number[]): Promise<Sale[]> {
  const { rows } = await db.query<SaleRow>(
    `SELECT l.id AS "lotId", l.lot_number || l.lot_suffix AS label, l.auction_id AS "auctionId",
        c.name AS "auctionName", c.lifecycle, c.time_zone AS "timeZone",
        c.payment_due_days AS "paymentDueDays", c.pickup_due_days AS "pickupDueDays",
        c.fee_schedule AS fees, l.inventory_id AS "inventoryId",
        ${unitTitle} AS title, i.status AS unit,
        i.current_lot_id = l.id AS newest, l.outcome, l.decision, l.leader_id AS "leaderId",
        l.leader_max_cents AS "leaderMaxCents", l.price_cents AS "priceCents",
        l.reserve_cents AS "reserveCents",
        (SELECT g.id FROM ledger g WHERE g.lot_id = l.id AND g.user_id = l.leader_id AND ${bidStands}
          ORDER BY g.max_cents DESC, g.seq LIMIT 1) AS "leaderBidId",
        (SELECT json_build_object('id', a.id, 'bidId', a.bid_id, 'userId', a.user_id,
            'hammerCents', a.hammer_cents, 'forgivenCents', a.forgiven_cents, 'basis', a.basis,
            'status', a.status, 'declaredAt', a.declared_at, 'paymentDueAt', a.payment_due_at,
            'invoiceId', (SELECT v.id FROM invoices v WHERE v.award_id = a.id))
          FROM awards a WHERE a.lot_id = l.id ORDER BY a.id DESC LIMIT 1) AS award,
        (SELECT json_build_object('id', o.id, 'kind', o.kind, 'userId', o.user_id, 'bidId', o.bid_id,
            'cents', o.cents, 'status', o.status, 'until', o.valid_until,
            'madeAt', o.created_at, 'answeredAt', o.answered_at, 'createdBy', o.created_by)
          FROM offers o WHERE o.lot_id = l.id ORDER BY o.id DESC LIMIT 1) AS offer,
        ${stepsOfLot} AS steps,
        clock_ms() AS now
      FROM lots l JOIN inventory i ON i.id = l.inventory_id JOIN auctions c ON c.id = l.auction_id
      WHERE l.id = ANY($1::bigint[]) ORDER BY l.lot_number, l.lot_suffix`,
    [lotIds],
  );
  return rows.map(({ now, offer: given, steps: stored, ...row }) => {
    const offer = given === null ? null : { ...given, untilMs: Date.parse(given.until) };
    const steps = stored === null ? stepsOfOffer(offer) : stored.map(toStep);
    const negotiation = replayNegotiation(row.priceCents ?? 0, steps);
    // A new server's clock may be behind (D53).
    const nowMs = Math.max(now.getTime(), steps.at(-1)?.atMs ?? 0);
    return { ...row, offer, steps, negotiation, nowMs };
  });
}

export function toStep({ at, until, ...step }: StepJson): SaleStep {
  return { ...step, atMs: Date.parse(at), untilMs: until === null ? null : Date.parse(until) };
}

/** Returns the step for an open counteroffer from a version that stored no steps. */
function stepsOfOffer(offer: SaleOffer | null): SaleStep[] {
  if (offer?.kind !== "COUNTER_OFFER" || offer.status !== "OPEN") return [];
  const { cents, untilMs } = offer;
  const atMs = Date.parse(offer.madeAt);
  return [{ seq: 1, kind: "COUNTER", side: "SELLER", cents, atMs, untilMs, hash: null }];
}

/** Returns the newest lot of each unit in an auction, by unit. */
export async function lotsOfUnits(
  db: Db,
  auctionId: number,
  inventoryIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ inventory_id: number; id: number }>(
    `SELECT inventory_id, max(id) AS id FROM lots
      WHERE auction_id = $1 AND inventory_id = ANY($2::bigint[]) GROUP BY inventory_id`,
    [auctionId, inventoryIds],
  );
  return new Map(rows.map((row) => [row.inventory_id, row.id]));
}

export async function lotsOfAuction(db: Db, auctionId: number): Promise<number[] | null> {
  const { rows } = await db.query<{ ids: number[] | null }>(
    `SELECT (SELECT array_agg(l.id ORDER BY l.id) FROM lots l WHERE l.auction_id = a.id)::int8[] AS ids
      FROM auctions a WHERE a.id = $1`,
    [auctionId],
  );
  const row = rows[0];
  return row === undefined ? null : (row.ids ?? []);
}

export async function lotOfAward(db: Db, awardId: number): Promise<number | null> {
  const { rows } = await db.query<{ lot_id: number }>("SELECT lot_id FROM awards WHERE id = $1", [
    awardId,
  ]);
  return rows[0]?.lot_id ?? null;
}

export async function setDecision(
  tx: PoolClient,
  lotId: number,
  decision: "ACCEPTED" | "DECLINED",
): Promise<void> {
  await tx.query("UPDATE lots SET decision = $2 WHERE id = $1", [lotId, decision]);
}

export async function setUnitStatus(
  tx: PoolClient,
  inventoryId: number,
  status: InventoryStatus,
): Promise<void> {
  await tx.query("UPDATE inventory SET status = $2, updated_at = clock_ms() WHERE id = $1", [
    inventoryId,
    status,
  ]);
}

export async function setSettled(tx: PoolClient, auctionId: number, by: number): Promise<void> {
  await tx.query(
    `UPDATE auctions SET lifecycle = 'SETTLED', settled_at = clock_ms(), settled_by = $2,
        updated_at = clock_ms() WHERE id = $1`,
    [auctionId, by],
  );
}
