import { msg } from "@gavelyard/messages/text";
import { stats, type Stats } from "@gavelyard/contract/reports";
import { maxPeriodDays } from "@gavelyard/domain/figures";
import { fallbackZone } from "@gavelyard/domain/time-zone";
import type { Context } from "../context.ts";
import { AdaptiveCache } from "../db/adaptive-cache.ts";
import type { Serve } from "../http/serve.ts";
import { badRequest } from "../refusal.ts";
import { figuresOf, sumsMade } from "./figures.ts";
import { periodOf } from "./stats-sql.ts";

const DAY_MS = 86_400_000;

/** Figures for staff (specification section 7). */
export function reportRoutes(serve: Serve, { pool }: Pick<Context, "pool">): void {
  const figures = new AdaptiveCache<Stats>();

  serve(stats, async ({ query }) => {
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
}
