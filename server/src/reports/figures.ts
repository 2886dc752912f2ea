import type { ResponseOf } from "@gavelyard/contract/endpoint";
import type { stats } from "@gavelyard/contract/reports";
import { periodBefore } from "@gavelyard/domain/figures";
import type { Db } from "../db/pool.ts";
import { biddingIn, bidsOfLastHour } from "./bids-sql.ts";
import { daySeries, estimateCounts, funnelCounts, viewsIn } from "./charts-sql.ts";
import {
  auctionCounts,
  collectedIn,
  inventoryCounts,
  moneyCounts,
  newUsersIn,
  requestCounts,
  salesCounts,
  userCounts,
  type Period,
} from "./stats-sql.ts";
import { summedDays, sumDays, type SummedDay } from "./sums-sql.ts";

/**
 * Returns all figures of a period and of the period before it. Runs three statements at a time, to
 * leave connections for bidding. Hours of the day are in `zone`. `sumsOf` returns the daily sums to
 * use instead of the ledger and the views.
 */
export async function figuresOf(
  db: Db,
  period: Period,
  now: Date,
  zone: string,
  sumsOf: (span: Period) => Promise<readonly SummedDay[]>,
): Promise<ResponseOf<typeof stats>> {
  const { fromMs, toMs } = periodBefore({
    fromMs: period.from.getTime(),
    toMs: period.to.getTime(),
  });
  const before = { from: new Date(fromMs), to: new Date(toMs) };
  const sums = await sumsOf({ from: before.from, to: period.to });
  const bidding = async () => ({
    bids: await biddingIn(db, period, sums),
    bidsBefore: await biddingIn(db, before, sums),
    lastHour: await bidsOfLastHour(db),
    funnel: await funnelCounts(db, period, sums),
  });
  const selling = async () => ({
    sales: await salesCounts(db, period),
    salesBefore: await salesCounts(db, before),
    money: await moneyCounts(db, period),
    collectedBefore: await collectedIn(db, before),
    estimates: await estimateCounts(db, period),
  });
  const standing = async () => ({
    users: await userCounts(db, period),
    newUsersBefore: await newUsersIn(db, before),
    inventory: await inventoryCounts(db),
    auctions: await auctionCounts(db),
    requests: await requestCounts(db),
    viewsBefore: await viewsIn(db, before, sums),
  });
  const [{ bids, bidsBefore, lastHour, funnel }, sold, stock] = await Promise.all([
    bidding(),
    selling(),
    standing(),
  ]);
  const days = await daySeries(db, period, bids.hours, zone, sums);
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    users: stock.users,
    inventory: stock.inventory,
    auctions: stock.auctions,
    bids: { ...bids.figures, lastHour },
    sales: sold.sales,
    ...sold.money,
    ...stock.requests,
    ...days,
    estimates: sold.estimates,
    funnel: {
      views: days.series.reduce((sum, { views }) => sum + views, 0),
      unitsBidOn: bids.units,
      ...funnel,
    },
    before: {
      from: before.from.toISOString(),
      to: before.to.toISOString(),
      users: { new: stock.newUsersBefore },
      bids: bidsBefore.figures,
      sales: sold.salesBefore,
      money: { collected: sold.collectedBefore },
      funnel: { views: stock.viewsBefore },
    },
    generatedAt: now.toISOString(),
  };
}

/** Returns the sums of a span's past days, computing missing ones. */
export async function sumsMade(db: Db, span: Period): Promise<SummedDay[]> {
  await sumDays(db, span);
  return summedDays(db, span);
}
