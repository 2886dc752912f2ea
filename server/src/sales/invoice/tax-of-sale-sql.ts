import type { InventoryType } from "@gavelyard/domain/inventory/vehicle-class";
import type { Certificate } from "@gavelyard/domain/sales/certificates";
import type { PoolClient } from "pg";
import type { Db } from "../../db/pool.ts";
import { placeOfSale, type PlaceJson } from "../../inventory/tax-sql.ts";

/** A buyer's certificate with its ID. */
export type StoredCertificate = Certificate & { readonly id: number };

/** SQL for the certificates of a user, as `StoredCertificate`s, the oldest first. */
export const certificatesOfUser = (user: string) => `(SELECT coalesce(json_agg(json_build_object(
    'id', x.id, 'number', x.number, 'states', x.states, 'startsOn', x.starts_on, 'endsOn', x.ends_on,
    'inventoryId', x.inventory_id, 'decision', x.decision, 'isRevoked', x.revoked_at IS NOT NULL) ORDER BY x.id), '[]')
  FROM tax_certificates x WHERE x.user_id = ${user} AND x.decision = 'ACCEPTED' AND x.revoked_at IS NULL)`;

/** What the tax of an award depends on (D94, D95). */
export interface TaxedAward {
  readonly inventoryId: number;
  readonly type: InventoryType;
  readonly state: string;
  readonly zip: string;
  /** Day of the sale in the yard's time zone. */
  readonly day: string;
  readonly place: PlaceJson | null;
  readonly certificates: readonly StoredCertificate[];
}

/** SQL for the day on which award `w` of lot `l` was sold: when its lot closed, or a later agreement. */
const soldOn = `((CASE w.basis WHEN 'AUTO' THEN l.closes_at ELSE w.created_at END)
  AT TIME ZONE y.time_zone)::date`;

export async function taxedAward(db: Db, awardId: number): Promise<TaxedAward> {
  const { rows } = await db.query<TaxedAward>({
    name: "taxed-award",
    text: `SELECT i.id AS "inventoryId", i.inventory_type AS type, y.state, left(y.zip, 5) AS zip,
        ${soldOn}::text AS day, ${placeOfSale(soldOn, "a.taxed_by_place")} AS place,
        ${certificatesOfUser("w.user_id")} AS certificates
      FROM awards w JOIN lots l ON l.id = w.lot_id JOIN auctions a ON a.id = l.auction_id
      JOIN inventory i ON i.id = l.inventory_id JOIN yards y ON y.id = i.yard_id WHERE w.id = $1`,
    values: [awardId],
  });
  const [row] = rows;
  if (row === undefined) throw new Error(`award ${awardId} is gone`);
  return row;
}

export interface StoredTax {
  readonly invoiceId: number;
  readonly state: string;
  readonly zip: string;
  readonly day: string;
  readonly milliPercent: number;
  readonly taxableCents: number;
  readonly taxCents: number;
  readonly exemptCents: number;
  readonly certificateId: number | null;
}

export async function insertSaleTax(tx: PoolClient, tax: StoredTax): Promise<void> {
  await tx.query(
    `INSERT INTO sale_taxes (invoice_id, state, zip, sold_on, milli_percent, taxable_cents, tax_cents,
        exempt_cents, certificate_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tax.invoiceId,
      tax.state,
      tax.zip,
      tax.day,
      tax.milliPercent,
      tax.taxableCents,
      tax.taxCents,
      tax.exemptCents,
      tax.certificateId,
    ],
  );
}

/** A sale's tax and a certificate that may take it off, as `refuseCredit` needs them. */
export interface TaxToCredit {
  readonly sale: {
    readonly state: string;
    readonly day: string;
    readonly inventoryId: number;
    readonly taxCents: number;
  };
  readonly certificate: StoredCertificate & { readonly sentAt: string; readonly userId: number };
}

/** Locks a certificate against changes, and returns it with an invoice's tax; null unless both are one buyer's. */
export async function lockTaxToCredit(
  tx: PoolClient,
  invoiceId: number,
  certificateId: number,
): Promise<TaxToCredit | null> {
  await tx.query("SELECT FROM tax_certificates WHERE id = $1 FOR SHARE", [certificateId]);
  const { rows } = await tx.query<TaxToCredit>(
    `SELECT json_build_object('state', s.state, 'day', s.sold_on, 'inventoryId', l.inventory_id,
          'taxCents', s.tax_cents - coalesce(c.cents, 0)) AS sale,
        json_build_object('id', x.id, 'userId', x.user_id, 'number', x.number, 'states', x.states,
          'startsOn', x.starts_on, 'endsOn', x.ends_on, 'inventoryId', x.inventory_id,
          'decision', x.decision, 'isRevoked', x.revoked_at IS NOT NULL, 'sentAt', x.sent_at) AS certificate
      FROM sale_taxes s JOIN invoices v ON v.id = s.invoice_id JOIN awards a ON a.id = v.award_id
      JOIN lots l ON l.id = a.lot_id JOIN tax_certificates x ON x.user_id = v.user_id
      LEFT JOIN tax_credits c ON c.invoice_id = v.id
      WHERE v.id = $1 AND x.id = $2`,
    [invoiceId, certificateId],
  );
  return rows[0] ?? null;
}

/** Takes tax off an invoice, as a line and as a fact of its own. */
export async function insertTaxCredit(
  tx: PoolClient,
  credit: {
    readonly invoiceId: number;
    readonly certificateId: number;
    readonly cents: number;
    readonly label: string;
    readonly by: number;
  },
): Promise<void> {
  await tx.query(
    `UPDATE invoices SET lines = lines || jsonb_build_array(
        jsonb_build_object('kind', 'TAX_CREDIT', 'label', $2::text, 'cents', -$3::bigint)),
      total_cents = total_cents - $3 WHERE id = $1`,
    [credit.invoiceId, credit.label, credit.cents],
  );
  await tx.query(
    "INSERT INTO tax_credits (invoice_id, certificate_id, cents, credited_by) VALUES ($1, $2, $3, $4)",
    [credit.invoiceId, credit.certificateId, credit.cents, credit.by],
  );
}
