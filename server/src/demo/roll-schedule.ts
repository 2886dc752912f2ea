import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { updateAuction } from "../auctions/staff-sql.ts";
import { currentSoftClose, currentTables } from "../auctions/terms.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { act } from "../events/act.ts";
import { morningAuction, rollingAuction, type PlannedAuction } from "./auction-plan.ts";
import { buildCatalogue } from "@gavelyard/demo/build-catalogue";
import { modelLines } from "@gavelyard/demo/model-lines";
import { Chance } from "@gavelyard/demo/random";
import { insertAuction, insertLots, setUnitStatuses } from "./lots-sql.ts";
import { demoMark, lockDemo, setDemoMark } from "../demo-accounts/mark-sql.ts";
import { openedLot } from "./past-bidding.ts";
import { bidderIds } from "./people-sql.ts";
import { fillDeliveries } from "./deliveries.ts";
import { fillPaperwork } from "./paperwork.ts";
import { fillQuestions } from "./questions.ts";
import { loadPicturePlan } from "./pictures.ts";
import {
  identifiersInUse,
  lockOfferable,
  scheduleFacts,
  settleDemoSales,
  copyTermsToLots,
  type ScheduleFacts,
} from "./roll-sql.ts";
import { fillTitles } from "./titles.ts";
import { fillWaysToPay } from "./ways-to-pay.ts";
import { insertUnits, yardIds } from "./units-sql.ts";

const CHECK_EVERY_MS = 20_000;
const MINUTE_MS = 60_000;
const MAX_GAP_MS = 10 * MINUTE_MS;
/** How far ahead closes are scheduled. */
const COVERED_AHEAD_MS = 25 * MINUTE_MS;
const ROLLING_LOTS = 18;
const UPCOMING_AUCTIONS = 4;
const MORNING_LOTS = 15;
const MIN_OFFERABLE = 70;
const DELIVERY_UNITS = 140;

/** Keeps the demo's schedule going until aborted. After downtime it catches up at once. */
export async function keepRolling(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await rollSchedule(context);
    } catch (error) {
      context.log.warn({ err: error }, "updating the demo's schedule failed");
    }
    await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/**
 * Schedules auctions so that a lot closes at least every ten minutes, keeps upcoming auctions and
 * offerable units in stock, and settles ended sales. Safe to run in several processes; a lock
 * admits one at a time.
 */
export async function rollSchedule(
  context: Pick<Context, "pool" | "bus" | "secrets">,
): Promise<void> {
  // A separate transaction, because it locks bidders and the bid desk waits for them.
  await inTransaction(context.pool, async (tx) => {
    await lockDemo(tx);
    if ((await demoMark(tx)) === null) return;
    await settleDemoSales(tx, await bidderIds(tx));
    await fillPaperwork(tx, context.secrets);
    await fillWaysToPay(tx, context.secrets);
    await fillDeliveries(tx);
    await fillQuestions(tx);
    await fillTitles(tx);
  });
  await act(context, async (tx, record) => {
    await lockDemo(tx);
    const mark = await demoMark(tx);
    if (mark === null) return;
    const facts = await scheduleFacts(tx);
    if (facts.offerable < MIN_OFFERABLE) {
      await deliver(tx, mark.deliveries, facts.now);
      await setDemoMark(tx, { deliveries: mark.deliveries + 1 });
    }
    const planned = missingAuctions(facts);
    for (const auction of planned) await offer(tx, auction);
    if (planned.length > 0) record({ type: "lots-rescheduled" });
  });
}

function missingAuctions(facts: ScheduleFacts): PlannedAuction[] {
  const nowMs = facts.now.getTime();
  const missing: PlannedAuction[] = [];
  const coveredMs = coveredUntil(facts);
  if (coveredMs < nowMs + COVERED_AHEAD_MS) {
    // If nothing closes soon, the first lot leaves a visitor five minutes to look and bid.
    const firstMs = coveredMs === nowMs ? nowMs + 5 * MINUTE_MS : coveredMs + 6 * MINUTE_MS;
    missing.push(rollingAuction(facts.auctions, nowMs, firstMs, ROLLING_LOTS));
  }
  let lastMs = facts.lastStart?.getTime() ?? nowMs;
  for (let count = facts.upcoming; count < UPCOMING_AUCTIONS; count++) {
    const place = facts.auctions + missing.length;
    const auction = morningAuction(place, lastMs, 1, MORNING_LOTS, new Chance(place));
    missing.push(auction);
    lastMs = auction.startMs;
  }
  return missing;
}

/**
 * Returns the time (ms) until which open lots close without a gap longer than `MAX_GAP_MS`.
 */
function coveredUntil({ now, closes }: ScheduleFacts): number {
  let coveredMs = now.getTime();
  for (const close of closes) {
    if (close.getTime() - coveredMs > MAX_GAP_MS) break;
    coveredMs = close.getTime();
  }
  return coveredMs;
}

/** Publishes a sale under the current settings' terms. */
async function offer(tx: PoolClient, auction: PlannedAuction): Promise<void> {
  const lines = modelLines.filter(({ trade }) => auction.trades.includes(trade));
  const units = await lockOfferable(tx, {
    count: auction.closesMs.length,
    types: [...new Set(lines.map(({ type }) => type))],
    timeZone: auction.timeZone,
  });
  if (units.length === 0) return;
  const closesMs = auction.closesMs.slice(0, units.length);
  const auctionId = await insertAuction(tx, { ...auction, closesMs }, false);
  const terms = new Map([
    ...(await currentSoftClose(tx)),
    ...(await currentTables(tx, { increments: true, fees: true })),
  ]);
  if (terms.size > 0) await updateAuction(tx, auctionId, terms);
  await insertLots(
    tx,
    units.map((unit, index) => {
      const closesAtMs = closesMs[index] ?? auction.startMs;
      const lot = {
        opensAtMs: auction.startMs,
        closesAtMs,
        startingCents: unit.starting_cents,
        reserveCents: unit.reserve_cents,
        valueCents: 0,
      };
      return {
        inventoryId: unit.id,
        auctionId,
        lotNumber: index + 1,
        scheduledClosesMs: closesAtMs,
        bidding: {
          state: openedLot(lot),
          rows: [],
          aliases: [],
          closedAtMs: null,
          outcome: null,
        },
      };
    }),
  );
  if (terms.size > 0) await copyTermsToLots(tx, auctionId);
  await setUnitStatuses(
    tx,
    units.map(({ id }) => ({ inventoryId: id, status: "IN_AUCTION" })),
  );
}

async function deliver(tx: PoolClient, number: number, now: Date): Promise<void> {
  const taken = await identifiersInUse(tx);
  const units = buildCatalogue(now, { number, units: DELIVERY_UNITS, taken });
  await insertUnits(tx, units, await yardIds(tx), await loadPicturePlan(), now);
}
