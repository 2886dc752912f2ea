import type { Delivery } from "@gavelyard/contract/sales/delivery-estimates";
import type { DeliveryLine } from "@gavelyard/contract/sales/deliveries";
import { quoteExpired, type DeliveryQuote } from "@gavelyard/domain/sales/delivery-order";
import { centsToDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

export interface DeliveryRow extends Pick<
  Delivery,
  "id" | "status" | "address" | "contactName" | "contactPhone" | "instructions" | "endReason"
> {
  readonly requestedAt: string;
  /** Null where there was no estimate. */
  readonly miles: number | null;
  readonly estimateCents: number | null;
  /** Null without a quote, and so are its time and days. */
  readonly quoteCents: number | null;
  readonly quoteUntil: string | null;
  readonly pickupFrom: string | null;
  readonly arrivesFrom: string | null;
  readonly handedOverAt: string | null;
  readonly deliveredAt: string | null;
}

/** SQL for the newest delivery of an award `a` as JSON; null for none. */
export const newestDelivery = `(SELECT json_build_object('id', d.id, 'status', d.status,
    'address', nullif(d.address, '{}'), 'contactName', d.contact_name,
    'contactPhone', d.contact_phone, 'instructions', d.instructions,
    'requestedAt', d.requested_at, 'miles', d.miles, 'estimateCents', d.estimate_cents,
    'quoteCents', d.quote_cents, 'quoteUntil', d.quote_until, 'pickupFrom', d.pickup_from,
    'arrivesFrom', d.arrives_from, 'endReason', d.end_reason, 'handedOverAt', d.handed_over_at,
    'deliveredAt', d.delivered_at)
  FROM deliveries d WHERE d.award_id = a.id ORDER BY d.id DESC LIMIT 1)`;

/** SQL condition on a delivery `d` that isn't finished, as `isDeliveryActive` has it. */
const stands = "d.status IN ('REQUESTED', 'QUOTED', 'ACCEPTED', 'IN_TRANSIT')";

export function quoteOf(row: DeliveryRow): DeliveryQuote | null {
  const { quoteCents: cents, quoteUntil, pickupFrom, arrivesFrom } = row;
  return cents === null || quoteUntil === null || pickupFrom === null || arrivesFrom === null
    ? null
    : { cents, untilMs: Date.parse(quoteUntil), pickupFrom, arrivesFrom };
}

export async function deliveryOfAward(db: Db, awardId: number): Promise<DeliveryRow | null> {
  const { rows } = await db.query<{ delivery: DeliveryRow | null }>(
    `SELECT ${newestDelivery} AS delivery FROM awards a WHERE a.id = $1`,
    [awardId],
  );
  return rows[0]?.delivery ?? null;
}

export interface DeliveryParts {
  readonly awardId: number;
  readonly invoiceId: number;
  readonly lotId: number;
  readonly userId: number;
}

export async function partsOfDelivery(db: Db, id: number): Promise<DeliveryParts | null> {
  const { rows } = await db.query<DeliveryParts>(
    `SELECT a.id AS "awardId", v.id AS "invoiceId", a.lot_id AS "lotId", a.user_id AS "userId"
      FROM deliveries d JOIN awards a ON a.id = d.award_id JOIN invoices v ON v.award_id = a.id
      WHERE d.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export interface NewDelivery {
  readonly address: NonNullable<Delivery["address"]>;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly instructions: string;
  readonly estimate: { readonly miles: number; readonly totalCents: number } | null;
}

export async function insertDelivery(
  tx: PoolClient,
  awardId: number,
  delivery: NewDelivery,
): Promise<void> {
  const { address, contactName, contactPhone, instructions, estimate } = delivery;
  await tx.query(
    `INSERT INTO deliveries (award_id, address, contact_name, contact_phone, instructions, miles,
        estimate_cents) VALUES ($1, $2::jsonb, $3, $4, $5, $6, $7)`,
    [
      awardId,
      JSON.stringify(address),
      contactName,
      contactPhone,
      instructions,
      estimate?.miles ?? null,
      estimate?.totalCents ?? null,
    ],
  );
}

export async function setQuote(
  tx: PoolClient,
  id: number,
  quote: DeliveryQuote,
  by: number,
): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET status = 'QUOTED', quote_cents = $2, quote_until = $3, pickup_from = $4,
        arrives_from = $5, quoted_by = $6, quoted_at = clock_ms() WHERE id = $1`,
    [
      id,
      quote.cents,
      new Date(quote.untilMs).toISOString(),
      quote.pickupFrom,
      quote.arrivesFrom,
      by,
    ],
  );
}

export async function setQuoteAnswer(
  tx: PoolClient,
  id: number,
  status: "ACCEPTED" | "DECLINED",
): Promise<void> {
  await tx.query("UPDATE deliveries SET status = $2, answered_at = clock_ms() WHERE id = $1", [
    id,
    status,
  ]);
}

/** Cancels the delivery of an award that the carrier doesn't have yet, if there is one. */
export async function endDelivery(tx: PoolClient, awardId: number, reason: string): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET status = 'CANCELED', ended_at = clock_ms(), end_reason = $2
      WHERE award_id = $1 AND status IN ('REQUESTED', 'QUOTED', 'ACCEPTED')`,
    [awardId, reason],
  );
}

export async function setHandedOver(tx: PoolClient, id: number): Promise<void> {
  await tx.query(
    "UPDATE deliveries SET status = 'IN_TRANSIT', handed_over_at = clock_ms() WHERE id = $1",
    [id],
  );
}

export async function setDelivered(tx: PoolClient, id: number, by: number): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET status = 'DELIVERED', delivered_at = clock_ms(), delivered_by = $2
      WHERE id = $1`,
    [id, by],
  );
}

/** Adds a delivery to an invoice and reopens it until `dueAtMs`; null keeps the due date. */
export async function addDeliveryLine(
  tx: PoolClient,
  invoiceId: number,
  { cents, dueAtMs }: { readonly cents: number; readonly dueAtMs: number | null },
): Promise<void> {
  await tx.query(
    `UPDATE invoices SET lines = lines || jsonb_build_array(
        jsonb_build_object('kind', 'DELIVERY', 'label', 'Delivery', 'cents', $2::bigint)),
      total_cents = total_cents + $2, status = 'ISSUED', due_at = coalesce($3, due_at) WHERE id = $1`,
    [invoiceId, cents, dueAtMs === null ? null : new Date(dueAtMs).toISOString()],
  );
}

export async function removeDeliveryLine(
  tx: PoolClient,
  invoiceId: number,
  cents: number,
): Promise<void> {
  await tx.query(
    `UPDATE invoices SET total_cents = total_cents - $2, lines = (
        SELECT jsonb_agg(e ORDER BY place) FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (e, place)
        WHERE e->>'kind' <> 'DELIVERY') WHERE id = $1`,
    [invoiceId, cents],
  );
}

export async function awaitsDelivery(db: Db, userId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM deliveries d JOIN awards a ON a.id = d.award_id
      WHERE a.user_id = $1 AND ${stands} LIMIT 1`,
    [userId],
  );
  return rowCount === 1;
}

const MAX_LISTED = 200;

/** Returns unfinished deliveries, oldest request first. */
export async function openDeliveries(db: Db): Promise<DeliveryLine[]> {
  const { rows } = await db.query<
    Omit<DeliveryLine, "balance" | "requestedAt" | "estimate" | "quote"> & {
      balance_cents: number;
      requested: Date;
      estimate_cents: number | null;
      quote_cents: number | null;
      until: Date | null;
      now: Date;
    }
  >(
    `SELECT d.id, d.status, a.id AS "awardId", v.id AS "invoiceId", v.number AS "invoiceNumber",
        v.total_cents - (SELECT coalesce(sum(p.cents), 0) FROM standing_payments p
          WHERE p.invoice_id = v.id) AS balance_cents,
        i.id AS "inventoryId", l.auction_id AS "auctionId", l.lot_number || l.lot_suffix AS "lotNumber",
        ${unitTitle} AS name, u.id AS "userId", u.name AS "buyerName", y.name AS "yardName",
        y.time_zone AS "timeZone",
        concat_ws(' ', concat_ws(', ', d.address->>'city', d.address->>'state'), d.address->>'zip')
          AS destination,
        d.requested_at AS requested, d.estimate_cents, d.quote_cents, d.quote_until AS until,
        clock_ms() AS now
      FROM deliveries d JOIN awards a ON a.id = d.award_id JOIN invoices v ON v.award_id = a.id
      JOIN users u ON u.id = a.user_id JOIN lots l ON l.id = a.lot_id
      JOIN inventory i ON i.id = l.inventory_id JOIN yards y ON y.id = i.yard_id
      WHERE ${stands}
      ORDER BY d.id LIMIT ${MAX_LISTED}`,
  );
  return rows.map(
    ({ balance_cents, requested, estimate_cents, quote_cents, until, now, ...row }) => ({
      ...row,
      balance: centsToDollars(balance_cents),
      requestedAt: requested.toISOString(),
      estimate: estimate_cents === null ? null : centsToDollars(estimate_cents),
      quote:
        quote_cents === null || until === null
          ? null
          : {
              amount: centsToDollars(quote_cents),
              until: until.toISOString(),
              expired: quoteExpired(row.status, until.getTime(), now.getTime()),
            },
    }),
  );
}
