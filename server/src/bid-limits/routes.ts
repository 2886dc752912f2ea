import { bidLimitStatus } from "@gavelyard/contract/bid-limits";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Context } from "../context.ts";
import { notFound } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import { limitWithHolds } from "./sql.ts";

/** Bid limits and what holds them (D25, D26). */
export function bidLimitRoutes(serve: Serve, { pool }: Context): void {
  serve(bidLimitStatus, async ({ params, user }) => {
    const row = await limitWithHolds(pool, params.id);
    if (row === null) throw notFound("This account has no bid limit");
    // Maxima on open lots are their bidder's alone, so staff see visible prices in their place (D18).
    const own = user.userId === row.user_id;
    const hidden = own ? 0 : row.holds.reduce((sum, hold) => sum + hold.private_cents, 0);
    const usedCents = row.leading_cents + row.awarded_cents - hidden;
    return {
      userId: row.user_id,
      limit: centsToDollars(row.limit_cents),
      used: centsToDollars(usedCents),
      available: centsToDollars(row.limit_cents - usedCents),
      holds: row.holds.map((hold) => ({
        kind: hold.kind,
        inventoryId: hold.inventory_id,
        name: hold.name,
        amount: centsToDollars(hold.cents - (own ? 0 : hold.private_cents)),
      })),
    };
  });
}
