import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { BidDesk } from "../server/src/bidding/desk.ts";
import { Bus } from "../server/src/events/bus.ts";
import { Refusal } from "../server/src/refusal.ts";
import { judge, median, say, shown, type Claim } from "./report.ts";
import { makeBidders, makeLots, openYard, type Yard } from "./yard.ts";

const MANY_LOTS = 1_000;
const CLIENTS = 64;
const MORE_CLIENTS = 1_000;
const WARM_SEC = 2;
const SECONDS = 3;
/** Number of alternating runs of ours and `pgbench`, because a machine's speed varies over time. */
const TURNS = 3;

/**
 * Measures the bid desk without HTTP, accepted and refused bids, on one hot lot and on many lots,
 * against `pgbench` inserting one row per transaction on the same server.
 */
export async function bidDesk(): Promise<boolean> {
  const yard = await openYard();
  try {
    await yard.pool.query(
      "CREATE TABLE plain_inserts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lot_id int, user_id bigint, cents bigint, at timestamptz DEFAULT clock_timestamp())",
    );
    if ((await insertsPerSec(yard)) === null) {
      say("pgbench isn't installed, so there is no baseline (Debian: postgresql-client).");
      return true;
    }
    const userIds = (await makeBidders(yard, MORE_CLIENTS)).map(({ userId }) => userId);
    const lots = await makeLots(yard.pool, MANY_LOTS);
    const desk = await openDesk(yard);
    try {
      const claims: Claim[] = [];
      for (const { name, on, clients, next, target } of [
        { name: "one hot lot", on: lots.slice(0, 1), clients: CLIENTS, next: race, target: 100 },
        {
          name: "one hot lot",
          on: lots.slice(1, 2),
          clients: MORE_CLIENTS,
          next: race,
          target: 100,
        },
        {
          name: "one hot lot, all above the last",
          on: lots.slice(2, 3),
          clients: CLIENTS,
          next: top,
        },
        { name: `${shown(MANY_LOTS)} lots`, on: lots, clients: CLIENTS, next: top, target: 70 },
      ]) {
        const what = `bids on ${name}, ${shown(clients)} clients`;
        const shares: number[] = [];
        const bidding = next();
        for (let turn = 0; turn < TURNS; turn += 1) {
          const inserts = (await insertsPerSec(yard)) ?? Number.NaN;
          const result = await decide(desk, on, userIds.slice(0, clients), bidding);
          shares.push((100 * result.perSec) / inserts);
          say(
            `${what}: ${shown(result.perSec)} decided a second, ${shown(result.accepted * 100)} % accepted, against ${shown(inserts)} single inserts by ${CLIENTS} clients of pgbench`,
          );
        }
        const share = median(shares);
        if (target !== undefined) {
          claims.push({ what, actual: share, target, sense: "at least", unit: " %" });
        }
      }
      return judge(claims);
    } finally {
      await desk.close();
    }
  } finally {
    await yard.close();
  }
}

async function openDesk({ url }: Yard): Promise<{ desk: BidDesk; close(): Promise<void> }> {
  const log = pino({ level: "silent" });
  const bus = new Bus(url, log);
  await bus.start();
  const desk = new BidDesk({ address: url, bus, log });
  return {
    desk,
    close: async () => {
      await desk.close();
      await bus.stop();
    },
  };
}

/** Bidding strategy of a client: chooses the next amount in dollars and gets the result. */
interface Bidding {
  amount(): number;
  learn(amount: number, refusal: string | null): void;
}

/**
 * Bids one dollar above the last known price, as on a hot lot: one of many clients wins each price.
 */
function race(): Bidding {
  let known = 0;
  return {
    amount: () => known + 1,
    learn: (amount, refusal) => {
      const minimum = /\$([\d,]+)/.exec(refusal ?? "")?.[1];
      known = Math.max(
        known,
        minimum === undefined ? amount : Number(minimum.replaceAll(",", "")) - 1,
      );
    },
  };
}

/** Bids one dollar above all earlier bids, so that all are accepted. */
function top(): Bidding {
  return { amount: () => (dollars += 1), learn: () => {} };
}
let dollars = 0;

async function decide(
  { desk }: { readonly desk: BidDesk },
  lots: readonly number[],
  userIds: readonly number[],
  bidding: Bidding,
): Promise<{ perSec: number; accepted: number }> {
  let accepted = 0;
  let decided = 0;
  let over = false;
  const work = async (userId: number) => {
    while (!over) {
      const amount = bidding.amount();
      const inventoryId = lots[amount % lots.length] ?? 0;
      const order = { inventoryId, userId, amountCents: amount * 100 };
      const refusal = await desk
        .place({ ...order, maxCents: null, raisesBidId: null, idempotencyKey: null, ip: null })
        .then(() => null)
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.statusCode < 500) return error.message;
          throw error;
        });
      bidding.learn(amount, refusal);
      if (refusal === null) accepted += 1;
      decided += 1;
    }
  };
  const workers = userIds.map(work);
  await seconds(WARM_SEC);
  [accepted, decided] = [0, 0];
  const startedAt = performance.now();
  await seconds(SECONDS);
  const perSec = decided / ((performance.now() - startedAt) / 1_000);
  const share = accepted / decided;
  over = true;
  await Promise.all(workers);
  return { perSec, accepted: share };
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

/** Returns single-row insert transactions per second; null without pgbench. */
async function insertsPerSec({ url }: Yard): Promise<number | null> {
  const dir = await mkdtemp(path.join(tmpdir(), "gavelyard-pgbench-"));
  try {
    const script = path.join(dir, "insert.sql");
    await writeFile(
      script,
      "INSERT INTO plain_inserts (lot_id, user_id, cents) VALUES (1, 2, 30000);\n",
    );
    const run = promisify(execFile);
    const how = `-n -M prepared -c ${CLIENTS} -j 2 -T ${SECONDS}`.split(" ");
    const { stdout } = await run("pgbench", [...how, "-f", script, url]);
    const perSec = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (perSec === undefined) throw new Error(`pgbench said:\n${stdout}`);
    return Number(perSec);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
