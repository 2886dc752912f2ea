import { startProduct } from "../tests/product.ts";
import { startLimit } from "./limit.ts";
import { bidsInTurn, insertsInTurn, load, type LoadOptions, type LoadResult } from "./load.ts";
import { startLoad } from "./load-apart.ts";
import { judge, median, say, shown } from "./report.ts";
import { makeBidders, makeLots, openYard, type Yard } from "./yard.ts";

const CLIENTS = 64;
const MANY_LOTS = 1_000;
const WARM_SEC = 3;
const SECONDS = 8;
/**
 * Number of alternating runs of ours and the bare route, because a machine's speed varies over
 * time.
 */
const TURNS = 15;
const TURN_SEC = 1;
/**
 * Load processes for bids on many lots. A single one would be scheduled on the server's core and,
 * on a busy two-core machine, stay there while the other core idles.
 */
const LOAD_PROCESSES = 2;

/**
 * Measures bids over HTTP on one hot lot and on many, against bare servers on the same database:
 * one with a plain transaction per bid (lock, check, insert, update, commit), and one that inserts
 * a row per call. Each has a pool of 16 connections.
 */
export async function hotLot(): Promise<boolean> {
  const yard = await openYard();
  try {
    const bare = await startBare(yard, "bid");
    await load({ ...bare.bids, seconds: WARM_SEC });
    const plain = await load({ ...bare.bids, seconds: SECONDS });
    await bare.stop();
    const inserts = await startBare(yard, "insert");
    const bidders = await makeBidders(yard, CLIENTS);
    const lots = await makeLots(yard.pool, 1 + 2 * MANY_LOTS);
    const product = await startProduct(yard.env);
    const clients = { url: product.url, clients: CLIENTS, method: "POST" } as const;
    const apart = startLoad(
      inParts(lots.slice(1 + MANY_LOTS), LOAD_PROCESSES).map((part, index) => ({
        url: product.url,
        clients: CLIENTS / LOAD_PROCESSES,
        requests: {
          kind: "bids",
          lots: part,
          bidders: inParts(bidders, LOAD_PROCESSES)[index] ?? [],
        },
      })),
    );
    const insertsApart = startLoad(
      Array.from({ length: LOAD_PROCESSES }, () => ({
        url: inserts.bids.url,
        clients: CLIENTS / LOAD_PROCESSES,
        requests: { kind: "inserts" },
      })),
    );
    try {
      const hot = { ...clients, next: bidsInTurn(lots.slice(0, 1), bidders) };
      await load({ ...hot, seconds: WARM_SEC });
      const full = await load({ ...hot, seconds: SECONDS });
      const half = await load({ ...hot, seconds: SECONDS, rate: full.answeredPerSec / 2 });
      print("bids on one lot", full);
      print("plain transactions", plain);
      const hotRatio = await byTurns("bids on one lot", from(hot), from(inserts.bids));
      const many = { ...clients, next: bidsInTurn(lots.slice(1, 1 + MANY_LOTS), bidders) };
      await load({ ...many, seconds: WARM_SEC });
      await apart.run(WARM_SEC);
      // Mark outbid bidders as notified, so that bids are measured and not thousands of emails too.
      await yard.pool.query(
        "INSERT INTO outbid_bidders (lot_id, user_id, told_at) SELECT lot_id, user_id, clock_ms() FROM lot_bidders ON CONFLICT (lot_id, user_id) DO UPDATE SET told_at = excluded.told_at",
      );
      const what = `bids on ${shown(MANY_LOTS)} lots`;
      const spread = await byTurns(what, apart.run, insertsApart.run);
      const spreadFromOne = await byTurns(
        `${what} from one process`,
        from(many),
        from(inserts.bids),
      );
      say(`${what} from one process, for information: ${shown(spreadFromOne.percent)} %`);
      return judge([
        {
          what: "accepted bids on one lot against a plain transaction for each",
          actual: full.acceptedPerSec / plain.acceptedPerSec,
          target: 10,
          sense: "at least",
          unit: " times",
        },
        {
          what: "accepted bids on one lot against a bare route with an insert for each",
          actual: hotRatio.percent,
          target: 100,
          sense: "at least",
          unit: " %",
        },
        {
          what: `accepted bids on ${shown(MANY_LOTS)} lots against the same route`,
          actual: spread.percent,
          target: 85,
          sense: "at least",
          unit: " %",
        },
        { what: "p99 at half load", actual: half.p99, target: 50, sense: "at most", unit: " ms" },
        {
          what: "faults",
          actual:
            full.faults + half.faults + hotRatio.faults + spread.faults + spreadFromOne.faults,
          target: 0,
          sense: "at most",
          unit: "",
        },
      ]);
    } finally {
      await apart.stop();
      await insertsApart.stop();
      await product.stop();
      await inserts.stop();
    }
  } finally {
    await yard.close();
  }
}

type Bids = Omit<LoadOptions, "seconds">;
type Measured = Pick<LoadResult, "acceptedPerSec" | "p99" | "faults">;
/** Runs load on a server for some seconds. */
type Run = (seconds: number) => Promise<Measured>;

/** Runs load from this process. */
const from =
  (bids: Bids): Run =>
  (seconds) =>
    load({ ...bids, seconds });

function inParts<T>(all: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, part) =>
    all.filter((_one, index) => index % count === part),
  );
}

/** Compares ours with another server: the median of alternating runs, after one warm-up each. */
async function byTurns(
  what: string,
  ours: Run,
  other: Run,
): Promise<{ percent: number; faults: number }> {
  const shares: number[] = [];
  let faults = 0;
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const beside = await other(TURN_SEC);
    const result = await ours(TURN_SEC);
    faults += result.faults;
    if (turn > 0) shares.push((100 * result.acceptedPerSec) / beside.acceptedPerSec);
    if (turn === TURNS) {
      print(what, result);
      print("single inserts", beside);
    }
  }
  say(
    `${what} against single inserts, by turns: ${shares.map((share) => shown(share)).join(", ")} %`,
  );
  return { percent: median(shares), faults };
}

function print(what: string, { acceptedPerSec, p99 }: Measured): void {
  say(`${what.padEnd(20)} ${shown(acceptedPerSec)} accepted a second, p99 ${p99} ms`);
}

const tables = {
  bid: `
    CREATE TABLE plain_lots (id int PRIMARY KEY, price bigint NOT NULL, leader bigint,
      closes_at timestamptz NOT NULL) WITH (fillfactor = 50);
    CREATE TABLE plain_bids (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      lot_id int NOT NULL REFERENCES plain_lots, user_id bigint NOT NULL, cents bigint NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp());
    INSERT INTO plain_lots VALUES (1, 0, NULL, now() + interval '1 day')`,
  insert: `
    CREATE TABLE plain_inserts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lot_id int,
      user_id bigint, cents bigint, at timestamptz DEFAULT clock_timestamp())`,
} as const;

async function startBare(
  { url, pool }: Yard,
  kind: keyof typeof tables,
): Promise<{ bids: Bids; stop(): Promise<void> }> {
  await pool.query(tables[kind]);
  const limit = await startLimit({ kind, databaseUrl: url });
  const next = insertsInTurn(CLIENTS);
  const bids = { url: limit.url, clients: CLIENTS, method: "POST", next } as const;
  return { bids, stop: () => limit.stop() };
}
