import { mark } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import { endDelivery } from "./deliveries-sql.ts";
import type { AwardBasis } from "./sale-sql.ts";

const iso = (ms: number) => new Date(ms).toISOString();

/** An award that is declared when it is created. */
export interface DeclaredAward {
  readonly lotId: number;
  readonly bidId: number;
  readonly userId: number;
  readonly hammerCents: number;
  readonly basis: AwardBasis;
  readonly paymentDueAtMs: number;
  /** Staff who declared it; null if the customer accepted an offer. */
  readonly declaredBy: number | null;
  readonly overrideReason: string | null;
}

/** Inserts an award and its hold on the winner's limit (D25). Returns its ID. */
export async function insertDeclaredAward(tx: PoolClient, award: DeclaredAward): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents, basis, status, payment_due_at,
        declared_at, declared_by, override_reason)
      VALUES ($1, $2, $3, $4, $5, 'DECLARED', $6, clock_ms(), $7, $8) RETURNING id`,
    [
      award.lotId,
      award.bidId,
      award.userId,
      award.hammerCents,
      award.basis,
      iso(award.paymentDueAtMs),
      award.declaredBy,
      award.overrideReason,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("an award was not written");
  await tx.query("UPDATE bidders SET awarded_cents = awarded_cents + $2 WHERE user_id = $1", [
    award.userId,
    award.hammerCents,
  ]);
  return id;
}

export async function setDeclared(
  tx: PoolClient,
  awardId: number,
  { by, paymentDueAtMs }: { readonly by: number; readonly paymentDueAtMs: number },
): Promise<void> {
  await tx.query(
    `UPDATE awards SET status = 'DECLARED', declared_at = clock_ms(), declared_by = $2,
        payment_due_at = $3 WHERE id = $1`,
    [awardId, by, iso(paymentDueAtMs)],
  );
}

/**
 * Ends an unpaid award, releases its hold on the limit, voids its invoice and cancels its delivery
 * (D25, D62).
 */
export async function endAward(
  tx: PoolClient,
  awardId: number,
  { to, reason }: { readonly to: "DEFAULTED" | "VOID"; readonly reason: string },
): Promise<void> {
  await tx.query(
    `WITH ended AS (
        UPDATE awards SET status = $2, ended_at = clock_ms(), end_reason = $3 WHERE id = $1
        RETURNING user_id, hammer_cents - forgiven_cents AS held)
      UPDATE bidders b SET awarded_cents = b.awarded_cents - ended.held FROM ended
      WHERE b.user_id = ended.user_id`,
    [awardId, to, reason],
  );
  await tx.query("UPDATE invoices SET status = 'VOID' WHERE award_id = $1", [awardId]);
  await endDelivery(tx, awardId, mark("The sale has ended"));
}

/** Marks an award as paid and releases its hold on the limit (D25, D29). */
export async function payAward(tx: PoolClient, awardId: number): Promise<void> {
  await tx.query(
    `WITH paid AS (
        UPDATE awards SET status = 'PAID', paid_at = clock_ms() WHERE id = $1
        RETURNING user_id, hammer_cents - forgiven_cents AS held)
      UPDATE bidders b SET awarded_cents = b.awarded_cents - paid.held FROM paid
      WHERE b.user_id = paid.user_id`,
    [awardId],
  );
}

/**
 * Takes a paid award back to DECLARED. It holds the winner's limit again, as far as the limit allows
 * now; the rest counts as forgiven (D25).
 */
export async function unpayAward(tx: PoolClient, awardId: number): Promise<void> {
  await tx.query(
    `WITH held AS (
        SELECT b.user_id, least(a.hammer_cents - a.forgiven_cents,
            greatest(b.limit_cents - b.leading_cents - b.awarded_cents, 0)) AS cents
          FROM awards a JOIN bidders b ON b.user_id = a.user_id WHERE a.id = $1 AND a.status = 'PAID'),
      unpaid AS (
        UPDATE awards SET status = 'DECLARED', paid_at = NULL, forgiven_cents = hammer_cents - held.cents
          FROM held WHERE id = $1)
      UPDATE bidders b SET awarded_cents = b.awarded_cents + held.cents FROM held
      WHERE b.user_id = held.user_id`,
    [awardId],
  );
}

/** Releases the hold of the leader's maximum once the lot is decided (D25). */
export async function releaseLeaderHold(
  tx: PoolClient,
  userId: number,
  maxCents: number,
): Promise<void> {
  await tx.query("UPDATE bidders SET leading_cents = leading_cents - $2 WHERE user_id = $1", [
    userId,
    maxCents,
  ]);
}

/**
 * Returns a bidder's available limit in cents, and whether the account is active. Lock the bidder
 * first.
 */
export async function buyerOf(
  tx: PoolClient,
  userId: number,
): Promise<{ readonly availableCents: number; readonly active: boolean }> {
  const { rows } = await tx.query<{ available: number; active: boolean }>(
    `SELECT b.limit_cents - b.leading_cents - b.awarded_cents AS available, u.status = 'ACTIVE' AS active
      FROM bidders b JOIN users u ON u.id = b.user_id WHERE b.user_id = $1`,
    [userId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`bidder ${userId} is gone`);
  return { availableCents: row.available, active: row.active };
}
