import * as office from "@gavelyard/contract/office";
import { searchAudit } from "../audit/search-sql.ts";
import type { Context } from "../context.ts";
import { badRequest } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import { clockNow } from "../inventory/sql.ts";
import {
  auctionCounts,
  bidCounts,
  daySeries,
  inventoryCounts,
  moneyCounts,
  periodOf,
  requestCounts,
  salesCounts,
  userCounts,
} from "./stats-sql.ts";
import { workQueues } from "./work-sql.ts";

const LONGEST_PERIOD_MS = 366 * 86_400_000;

/** The staff's desk: what to do, what was done, and figures (specification section 7, D8, D31). */
export function officeRoutes(serve: Serve, { pool }: Context): void {
  serve(office.staffHome, async () => ({
    queues: await workQueues(pool),
    generatedAt: await clockNow(pool),
  }));

  serve(office.stats, async ({ query }) => {
    const { now, ...period } = await periodOf(pool, query.from, query.to);
    if (period.to.getTime() - period.from.getTime() > LONGEST_PERIOD_MS)
      throw badRequest("from: A period has 366 days at most");
    if (period.from >= period.to) throw badRequest("from: The period must begin before it ends");
    return {
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      users: await userCounts(pool, period),
      inventory: await inventoryCounts(pool),
      auctions: await auctionCounts(pool),
      bids: await bidCounts(pool, period),
      sales: await salesCounts(pool, period),
      money: await moneyCounts(pool, period),
      ...(await requestCounts(pool)),
      series: await daySeries(pool, period),
      generatedAt: now.toISOString(),
    };
  });

  serve(office.searchAudit, async ({ query }) => {
    const { content, total } = await searchAudit(pool, query, query);
    return {
      content,
      totalElements: total,
      totalPages: Math.ceil(total / query.size),
      number: query.page,
      size: query.size,
    };
  });
}
