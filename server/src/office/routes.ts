import { msg } from "@gavelyard/messages/text";
import * as office from "@gavelyard/contract/office";
import { maxPeriodDays } from "@gavelyard/domain/figures";
import { fallbackZone } from "@gavelyard/domain/time-zone";
import { searchSecurityLog } from "@gavelyard/contract/security";
import { publishedRoots } from "../audit/chain-sql.ts";
import { searchSecurityEvents } from "../audit/security-sql.ts";
import { auditKinds, searchAudit } from "./audit-sql.ts";
import type { Context } from "../context.ts";
import { AdaptiveCache } from "../db/adaptive-cache.ts";
import { clockNow } from "../db/clock.ts";
import { badRequest } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import { findRecords, MAX_EXAMINED } from "./find-sql.ts";
import { figuresOf, sumsMade } from "./figures.ts";
import { periodOf } from "./stats-sql.ts";
import { workQueues } from "./work-sql.ts";
import { pageOf } from "../http/page.ts";

const DAY_MS = 86_400_000;

/**
 * Routes for the staff's work queues, audit, search and figures (specification section 7, D8, D31).
 * `unitsNamed` returns the newest units that a text names.
 */
export function officeRoutes(
  serve: Serve,
  { pool, settings }: Context,
  unitsNamed: (q: string, atMost: number) => Promise<readonly number[]>,
): void {
  const figures = new AdaptiveCache<office.Stats>();

  serve(office.staffHome, async ({ user }) => ({
    queues: await workQueues(pool, user, {
      standbyNeeded: settings.databaseCopies > 0,
      hasMailServer: settings.smtpUrl !== null,
    }),
    generatedAt: (await clockNow(pool)).toISOString(),
  }));

  serve(office.stats, async ({ query }) => {
    const { now, ...period } = await periodOf(pool, query.from, query.to);
    if (period.to.getTime() - period.from.getTime() > maxPeriodDays * DAY_MS)
      throw badRequest(
        msg("from: A period can have up to {maxPeriodDays} days", { maxPeriodDays }),
      );
    if (period.from >= period.to)
      throw badRequest(msg("from: The period must begin before it ends"));
    return figures.get(JSON.stringify(query), () =>
      figuresOf(pool, period, now, query.timeZone ?? fallbackZone, (span) => sumsMade(pool, span)),
    );
  });

  serve(office.findRecords, async ({ query, user }) =>
    findRecords(pool, query.q, await unitsNamed(query.q, MAX_EXAMINED), user),
  );

  serve(office.searchAudit, async ({ query }) => {
    const { content, total } = await searchAudit(pool, query, query);
    return pageOf(content, total, query);
  });

  serve(searchSecurityLog, async ({ query }) => {
    const { rows, total } = await searchSecurityEvents(pool, query, query);
    const content = rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      userId: row.user_id,
      userName: row.user_name,
      ip: row.ip,
      device: row.device,
      detail: row.detail,
    }));
    return pageOf(content, total, query);
  });

  serve(office.auditRoots, () => publishedRoots(pool, 400));

  serve(office.auditKinds, () => auditKinds(pool));
}
