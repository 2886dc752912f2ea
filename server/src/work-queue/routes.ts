import { staffHome } from "@gavelyard/contract/work-queue";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import type { Serve } from "../http/serve.ts";
import { workQueues } from "./sql.ts";

/** The staff's work queues (D8). */
export function workQueueRoutes(serve: Serve, { pool, settings }: Context): void {
  serve(staffHome, async ({ user, query }) => ({
    queues: await workQueues(pool, user, {
      only: query.queue ?? null,
      standbyNeeded: settings.databaseCopies > 0,
      hasMailServer: settings.smtpUrl !== null,
    }),
    generatedAt: (await clockNow(pool)).toISOString(),
  }));
}
