import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { incrementAt, minNextBidCents } from "@gavelyard/domain/bidding/bid-increments";
import type { BidDesk } from "../bidding/desk.ts";
import type { Context } from "../context.ts";
import { Refusal } from "../refusal.ts";
import { openLots, type LotToBidOn } from "./bidders-sql.ts";
import { Chance } from "@gavelyard/demo/random";
import { bidderIds } from "./people-sql.ts";

const MINUTE_MS = 60_000;
const PAUSE_MS = [1_500, 5_500] as const;
/** Pause after a failure of the database or the bid desk. */
const REST_MS = 15_000;
const INTERESTED = [2, 6] as const;
/**
 * Range of a demo bidder's maximum, as a share of the estimate's midpoint. It stays below 1 so that
 * visitors who bid the estimate win.
 */
const VALUATION = [0.55, 0.97] as const;

export interface IntendedBid {
  readonly inventoryId: number;
  readonly userId: number;
  readonly amountCents: number;
  readonly maxCents: number | null;
}

/** Bids on live lots at a human pace until aborted, through the bid desk like everyone else. */
export async function playBidders(
  context: Context,
  desk: BidDesk,
  signal: AbortSignal,
): Promise<void> {
  const { pool, log } = context;
  const chance = new Chance(Date.now());
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  await pause(chance.between(...PAUSE_MS));
  while (!signal.aborted) {
    try {
      const bid = intendBid(await openLots(pool), await bidderIds(pool), chance);
      if (bid !== null)
        await desk.place({ ...bid, raisesBidId: null, idempotencyKey: randomUUID(), ip: null });
      await pause(chance.between(...PAUSE_MS));
    } catch (error) {
      // Expected: another bidder was faster, or the lot closed.
      const refused = error instanceof Refusal && error.statusCode < 500;
      if (!refused) log.warn({ err: error }, "a demo bidder could not bid");
      await pause(refused ? chance.between(...PAUSE_MS) : REST_MS);
    }
  }
}

/**
 * Picks a lot, favoring those that close soon, and a bidder willing to go on. Null when there is
 * none.
 */
export function intendBid(
  lots: readonly LotToBidOn[],
  userIds: readonly number[],
  chance: Chance,
): IntendedBid | null {
  const willing = lots.flatMap((lot) => {
    const minimumCents = minNextBidCents({ ...lot, table: lot.increments });
    const bidders = interestedIn(lot, userIds).filter(
      ({ userId, ceilingCents }) => userId !== lot.leaderId && ceilingCents >= minimumCents,
    );
    return bidders.length === 0 ? [] : [{ lot, minimumCents, bidders, weight: urgency(lot) }];
  });
  let left = chance.next() * willing.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = willing.find(({ weight }) => (left -= weight) < 0);
  if (chosen === undefined || !chance.yes(Math.min(1, 0.4 + chosen.weight / 12))) return null;
  const { lot, minimumCents, bidders } = chosen;
  const { userId, ceilingCents } = chance.pick(bidders);
  const jumpCents = chance.yes(0.1) ? incrementAt(lot.increments, minimumCents) : 0;
  const amountCents = Math.min(ceilingCents, minimumCents + jumpCents);
  const reachCents = wholeHundreds(chance.between(amountCents, ceilingCents));
  const maxCents = chance.yes(0.15) && reachCents > amountCents ? reachCents : null;
  return { inventoryId: lot.inventoryId, userId, amountCents, maxCents };
}

function urgency({ closesInMs }: LotToBidOn): number {
  if (closesInMs < 3 * MINUTE_MS) return 10;
  return closesInMs < 15 * MINUTE_MS ? 3 : 0.6;
}

/**
 * Returns the bidders interested in a lot, each with a ceiling. Seeded by the lot's id, so that it
 * never changes.
 */
function interestedIn(
  lot: LotToBidOn,
  userIds: readonly number[],
): { readonly userId: number; readonly ceilingCents: number }[] {
  const taste = new Chance(lot.lotId * 2_654_435_761);
  return taste
    .shuffled(userIds)
    .slice(0, taste.int(...INTERESTED))
    .map((userId) => ({
      userId,
      ceilingCents: wholeHundreds(lot.estimateCents * taste.between(...VALUATION)),
    }));
}

const wholeHundreds = (cents: number) => Math.floor(cents / 10_000) * 10_000;
