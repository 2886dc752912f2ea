import { defaultIncrements, type IncrementTable } from "@gavelyard/domain/bidding/bid-increments";
import type { Pool } from "pg";

export interface LotToBidOn {
  readonly lotId: number;
  readonly inventoryId: number;
  readonly leaderId: number | null;
  readonly priceCents: number | null;
  readonly startingCents: number;
  readonly increments: IncrementTable;
  readonly estimateCents: number;
  readonly closesInMs: number;
}

export async function openLots(db: Pool): Promise<LotToBidOn[]> {
  const { rows } = await db.query<{
    id: number;
    inventory_id: number;
    leader_id: number | null;
    price_cents: number | null;
    starting_cents: number;
    increments: IncrementTable | null;
    estimate: number;
    closes_in: number;
  }>({
    name: "demo-open-lots",
    text: `SELECT l.id, l.inventory_id, l.leader_id, l.price_cents, l.starting_cents, l.increments,
        (i.estimate_low_cents + i.estimate_high_cents) / 2 AS estimate,
        (extract(epoch FROM l.closes_at - clock_ms()) * 1000)::float8 AS closes_in
      FROM lots l JOIN inventory i ON i.id = l.inventory_id
      WHERE l.closed_at IS NULL AND l.opens_at <= clock_ms() AND l.closes_at > clock_ms()
        AND i.estimate_high_cents IS NOT NULL
      ORDER BY l.closes_at LIMIT 80`,
  });
  return rows.map((row) => ({
    lotId: row.id,
    inventoryId: row.inventory_id,
    leaderId: row.leader_id,
    priceCents: row.price_cents,
    startingCents: row.starting_cents,
    increments: row.increments ?? defaultIncrements,
    estimateCents: row.estimate,
    closesInMs: row.closes_in,
  }));
}
