import { msg, t } from "@gavelyard/messages/text";
import * as finance from "@gavelyard/contract/finance";
import { financeStageOf, financeStatuses } from "@gavelyard/domain/requests";
import type { Context } from "../context.ts";
import { storeDocument } from "../documents/store-document.ts";
import type { DocumentRow } from "../documents/sql.ts";
import { actorOf } from "../http/actor.ts";
import { badRequest, notFound } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import {
  applyForFinance,
  deleteFinance,
  moveFinance,
  refuseApplication,
  withdrawFinance,
} from "./apply.ts";
import { draftOf, financeById, financeIn, financeOf, saveDraft, toFinanceRequest } from "./sql.ts";

/** Routes for finance applications, their drafts and their status (specification section 7). */
export function financeRoutes(serve: Serve, context: Context): void {
  const { pool, secrets } = context;
  const detail = async (id: number) => {
    const row = await financeById(pool, id);
    if (row === null) throw notFound(msg("Finance application not found"));
    return toFinanceRequest(row);
  };

  serve(finance.createFinanceRequest, async ({ body, user, request }) => {
    await refuseApplication(pool, user.userId, body.inventoryId);
    const documents: DocumentRow[] = [];
    for (const upload of request.uploads) {
      documents.push(
        await storeDocument(context, upload, { userId: user.userId, purpose: "FINANCE" }),
      );
    }
    const cipher = secrets.cipher("tax numbers");
    return detail(await applyForFinance(context, body, documents, cipher, actorOf(user, request)));
  });

  serve(finance.pendingFinanceRequests, async ({ query }) => {
    if (query.id !== undefined) {
      const named = await financeById(pool, query.id);
      return named === null ? [] : [toFinanceRequest(named)];
    }
    const statuses = financeStatuses.filter((status) => financeStageOf(status) === query.stage);
    return (await financeIn(pool, statuses)).map(toFinanceRequest);
  });
  serve(finance.financeRequestsOfUser, async ({ params }) =>
    (await financeOf(pool, params.userId)).map(toFinanceRequest),
  );

  serve(finance.updateFinanceStatus, async ({ params, body, user, request }) => {
    await moveFinance(context, params.id, body, actorOf(user, request));
    return detail(params.id);
  });
  serve(finance.withdrawFinanceRequest, async ({ params, user, request }) => {
    await withdrawFinance(context, params.id, actorOf(user, request));
    return detail(params.id);
  });
  serve(finance.deleteFinanceRequest, async ({ params, user, request }) => {
    await deleteFinance(context, params.id, actorOf(user, request));
    return { message: t("Application archived") };
  });

  serve(finance.financeDraft, async ({ params }) => {
    const kept = await draftOf(pool, params.userId);
    return { draft: kept?.draft ?? null, savedAt: kept?.saved_at.toISOString() ?? null };
  });
  serve(finance.saveFinanceDraft, async ({ params, body }) => {
    if (Object.keys(body.draft).some((field) => /tax/i.test(field)))
      throw badRequest(msg("Drafts can't contain a tax ID. Enter it when you apply."));
    return { savedAt: (await saveDraft(pool, params.userId, body.draft)).toISOString() };
  });
}
