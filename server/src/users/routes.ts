import { t } from "@gavelyard/messages/text";
import { id } from "@gavelyard/contract/common";
import { z } from "zod";
import * as users from "@gavelyard/contract/users/users";
import { centsToDollars } from "@gavelyard/domain/money";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import { deviceOf } from "../network/device.ts";
import { act } from "../events/act.ts";
import { actorOf } from "../http/actor.ts";
import type { Call, Serve } from "../http/serve.ts";
import { cardsByIds } from "../inventory/sql.ts";
import {
  changeLimit,
  changeProfile,
  closeAccount,
  forgiveUsage,
  type ChangedBy,
} from "./change-account.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { insertAcceptedTerms } from "../terms/sql.ts";
import { ownData } from "./own-data-sql.ts";
import { profileOf, toProfile, userForStaff } from "./profile.ts";
import { awardsOf, searchUsers, type UserSearch } from "./sql.ts";
import { pageOf, type PageRequest } from "../http/page.ts";

const limitInput = z.object({ id, limit: z.int() });

/** Routes for profiles, winnings, and accounts as managed by staff (specification section 7). */
export function userRoutes(serve: Serve, context: Context, proposals: Proposals): void {
  const { pool } = context;
  const limit = proposals.register("BID_LIMIT", limitInput, (tx, record, input, by) =>
    changeLimit(tx, record, input.id, input.limit, by),
  );
  const forgiving = proposals.register(
    "USAGE_FORGIVEN",
    z.object({ id }),
    (tx, _record, input, by) => forgiveUsage(tx, input.id, by),
  );
  serve(users.currentUser, ({ user }) => profileOf(pool, user.userId, user));
  serve(users.acceptTerms, async ({ user, body }) => {
    await insertAcceptedTerms(pool, user.userId, body.version);
    return { message: t("Terms accepted") };
  });
  serve(users.exportOwnData, async ({ user, request, reply }) => {
    await recordSecurityEvent(pool, {
      kind: "DATA_DOWNLOADED",
      user: { id: user.userId },
      device: deviceOf(request),
    });
    const data = await ownData(pool, user.userId);
    return reply
      .type("application/json; charset=utf-8")
      .header("Content-Disposition", 'attachment; filename="my-gavelyard-data.json"')
      .send(JSON.stringify(data, null, 2));
  });
  serve(users.closeOwnAccount, async ({ user, request }) => {
    await act(context, (tx, record) =>
      closeAccount(context, tx, record, user.userId, actorOf(user, request)),
    );
    return { message: t("Account closed") };
  });
  serve(users.userProfile, ({ params, user }) => profileOf(pool, params.userId, user));
  serve(users.userWinnings, ({ params }) => winnings(pool, params.userId, { paidOnly: false }));
  serve(users.purchasedInventories, ({ params }) => winnings(pool, params.id, { paidOnly: true }));

  serve(users.updateUser, async (call) => {
    await changeProfile(context, call.params.id, call.body, changedBy(call));
    return profileOf(pool, call.params.id, call.user);
  });

  serve(users.allUsers, ({ query }) => onePage(pool, {}, query));
  serve(users.allSupportUsers, async () => {
    const everyone = { page: 0, size: 1_000 };
    const { rows } = await searchUsers(pool, { role: "ROLE_ADMIN_SUPPORT" }, everyone);
    return rows.map(toProfile);
  });
  serve(users.searchUsers, ({ query }) => onePage(pool, query, query));
  serve(users.userForStaff, ({ params }) => userForStaff(pool, params.id));

  serve(users.updateBidLimit, async ({ params, user, request }) => {
    await limit.run(params, actorOf(user, request));
    return userForStaff(pool, params.id);
  });
  serve(users.resetBidUsage, async ({ params, user, request }) => {
    await forgiving.run({ id: params.id }, actorOf(user, request));
    return userForStaff(pool, params.id);
  });
}

function changedBy({
  user,
  request,
}: Pick<Call<typeof users.updateUser>, "user" | "request">): ChangedBy {
  return { user, ip: deviceOf(request).ip };
}

async function onePage(pool: Context["pool"], search: UserSearch, asked: PageRequest) {
  const { rows, total } = await searchUsers(pool, search, asked);
  return pageOf(rows.map(toProfile), total, asked);
}

async function winnings(
  pool: Context["pool"],
  userId: number,
  which: { readonly paidOnly: boolean },
): Promise<users.Winning[]> {
  const awards = await awardsOf(pool, userId, which);
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
