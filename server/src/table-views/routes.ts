import {
  deleteTableView,
  maxTableViews,
  saveTableView,
  tableViews,
} from "@gavelyard/contract/table-views";
import { msg, t } from "@gavelyard/messages/text";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Serve } from "../http/serve.ts";
import { Refusal } from "../refusal.ts";
import { dropView, keepView, viewsOf } from "./sql.ts";

/** Views of tables that staff keep under a name (D90). */
export function tableViewRoutes(serve: Serve, { pool }: Context): void {
  serve(tableViews, ({ query, user }) => viewsOf(pool, user.userId, query.table));

  serve(saveTableView, async ({ body, user }) => {
    const kept = await inTransaction(pool, (tx) =>
      keepView(tx, { ...body, userId: user.userId, most: maxTableViews }),
    );
    if (kept === null)
      throw new Refusal(
        "limit-reached",
        msg("You have {most} views of this table. Delete one, then save this one.", {
          most: maxTableViews,
        }),
      );
    return kept;
  });

  serve(deleteTableView, async ({ params, user }) => {
    await dropView(pool, user.userId, params.id);
    return { message: t("View deleted") };
  });
}
