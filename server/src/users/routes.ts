import * as users from "@gavelyard/contract/users";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Context } from "../context.ts";
import type { Principal } from "../http/access.ts";
import { notFound } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import { cardsByIds } from "../inventory/sql.ts";
import { awardsOf, profileById } from "./sql.ts";

/** Profiles and winnings (specification section 7). */
export function userRoutes(serve: Serve, { pool }: Context): void {
  serve(users.currentUser, ({ user }) => profile(pool, user.userId, user));
  serve(users.userProfile, ({ params, user }) => profile(pool, params.userId, user));
  serve(users.userWinnings, ({ params }) => winnings(pool, params.userId));
}

async function profile(
  pool: Context["pool"],
  userId: number,
  viewer: Principal,
): Promise<users.UserProfile> {
  const row = await profileById(pool, userId, viewer.userId === userId);
  if (row === null) throw notFound("There is no account with this number");
  return {
    id: row.id,
    userId: row.id,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    userRole: row.role,
    status: row.status,
    bidLimit: centsToDollars(row.limit_cents),
    bidUsed: centsToDollars(row.used_cents),
    bidAvailable: centsToDollars(row.limit_cents - row.used_cents),
    createdAt: row.created_at.toISOString(),
  };
}

async function winnings(pool: Context["pool"], userId: number): Promise<users.Winning[]> {
  const awards = await awardsOf(pool, userId);
  const cards = await cardsByIds(
    pool,
    awards.map((award) => award.inventory_id),
  );
  return awards.map((award) => {
    const inventory = cards.get(award.inventory_id);
    if (inventory === undefined) throw new Error(`award ${award.id} has no inventory`);
    return {
      awardId: award.id,
      auctionId: award.auction_id,
      auctionName: award.auction_name,
      inventoryId: award.inventory_id,
      bidId: award.bid_id,
      hammerPrice: centsToDollars(award.hammer_cents),
      status: award.status,
      wonAt: award.created_at.toISOString(),
      paymentDueAt: award.payment_due_at?.toISOString() ?? null,
      inventory,
    };
  });
}
