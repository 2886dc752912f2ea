import type { SiteDetails } from "@gavelyard/contract/site";
import type { BidDesk } from "../bidding/desk.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import type { PictureStore } from "../media/picture-store.ts";
import { playBidders } from "./bidders.ts";
import { storeLetters } from "./letters.ts";
import { demoMark, isUnused, lockDemo } from "../demo-accounts/mark-sql.ts";
import { demoAccounts } from "../demo-accounts/people.ts";
import { demoPicture } from "./pictures.ts";
import { keepRolling } from "./roll-schedule.ts";
import { seedDemo } from "./seed.ts";
import { storeWalkAround } from "./walk-around.ts";

type DemoAccount = NonNullable<SiteDetails["demo"]>["accounts"][number];

export interface Demo {
  readonly accounts: readonly DemoAccount[];
  stop(): Promise<void>;
}

export const noDemo: Demo = { accounts: [], stop: async () => {} };

/**
 * Fills an unused database if the settings ask for the demo, and returns whether the database holds
 * it. Leaves a database with other content untouched.
 */
export async function fillDemo({ settings, pool, log }: Context): Promise<boolean> {
  if (!settings.demo) return false;
  const isDemo = await inTransaction(pool, async (tx) => {
    await lockDemo(tx);
    if ((await demoMark(tx)) !== null) return true;
    if (!(await isUnused(tx, settings.firstAdmin?.email ?? null))) return false;
    await seedDemo(tx);
    return true;
  });
  if (!isDemo) log.warn("DEMO is set, but the database holds other data, which stays unchanged");
  return isDemo;
}

/** Keeps auctions and bids of the demo coming. */
export async function runDemo(
  context: Context,
  { desk, pictures }: { desk: BidDesk; pictures: PictureStore },
): Promise<Demo> {
  await storeLetters(context.files);
  await storeWalkAround(context.files);
  pictures.register("demo", demoPicture);
  const stopping = new AbortController();
  const running = [
    keepRolling(context, stopping.signal),
    playBidders(context, desk, stopping.signal),
  ];
  return {
    accounts: demoAccounts,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
