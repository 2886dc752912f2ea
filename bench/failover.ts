import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool } from "../server/src/db/pool.ts";
import { LocalFiles } from "../server/src/files/local-files.ts";
import { verifyHouse } from "../server/src/backups/verify-house.ts";
import { BidJournal } from "../tests/faults/bid-journal.ts";
import { judgeJournal, wrongIn } from "../tests/faults/judge-journal.ts";
import { JWT_SECRET, openMarket, type Market } from "../tests/faults/market.ts";
import { missingForReference, Reference, until } from "./reference.ts";
import { judge, median, say, shown } from "./report.ts";

/** Faults of each kind. `FAILOVER_ROUNDS=1 FAILOVER_CALM_MIN=1` is a short run. */
const ROUNDS = Number(process.env["FAILOVER_ROUNDS"] ?? 5);
const CALM_MIN = Number(process.env["FAILOVER_CALM_MIN"] ?? 10);
/** Minimum duration of a fault; longer than Patroni's `ttl`. */
const FAULT_MS = 25_000;
const BACK_WITHIN_MS = 60_000;
/** Time of bids and views before a fault and after its end. */
const AROUND_MS = 1_000;
const OTHER_LOTS = 3;

interface Fault {
  readonly kind: string;
  /** Longest read-only time that we allow, in seconds. */
  readonly withinSec: number;
  /** Starts the fault and returns a function that ends it. */
  begin(reference: Reference): Promise<() => Promise<unknown>>;
}

/** Ends every process on the primary's machine, and returns a function that starts them. */
async function stopPrimary(reference: Reference): Promise<() => Promise<unknown>> {
  const { machine } = await reference.primary();
  await machine.signal("SIGKILL");
  return async () => reference.startDatabase(machine);
}

async function stopServer(reference: Reference): Promise<() => Promise<unknown>> {
  const machine = reference.machine("app-1");
  await machine.signal("SIGKILL", "node");
  return async () => reference.startServer(machine);
}

async function stopEtcd(reference: Reference, count: number): Promise<() => Promise<unknown>> {
  const machines = (await reference.etcdMachines()).slice(0, count);
  for (const machine of machines) await machine.signal("SIGKILL", "etcd");
  return () => Promise.all(machines.map((machine) => reference.startEtcd(machine)));
}

const faults: readonly Fault[] = [
  {
    kind: "PostgreSQL of the primary killed",
    withinSec: 10,
    begin: async (reference) => {
      const { machine } = await reference.primary();
      await machine.signal("SIGKILL", "postgres");
      return async () => {};
    },
  },
  { kind: "machine of the primary lost", withinSec: 30, begin: stopPrimary },
  {
    kind: "primary falls silent",
    withinSec: 30,
    begin: async (reference) => {
      const { machine } = await reference.primary();
      await machine.unplug();
      return () => machine.plug();
    },
  },
  {
    kind: "primary freezes and comes back",
    withinSec: 30,
    begin: async (reference) => {
      const { machine } = await reference.primary();
      await machine.signal("SIGSTOP");
      return () => machine.signal("SIGCONT");
    },
  },
  {
    kind: "synchronous standby freezes",
    withinSec: 10,
    begin: async (reference) => {
      const machine = await reference.synchronous();
      await machine.signal("SIGSTOP");
      return () => machine.signal("SIGCONT");
    },
  },
  {
    kind: "machine of the primary and a server lost",
    withinSec: 30,
    begin: async (reference) => {
      const startServer = await stopServer(reference);
      const startDatabase = await stopPrimary(reference);
      return () => Promise.all([startServer(), startDatabase()]);
    },
  },
  {
    kind: "leader of etcd killed",
    withinSec: 2,
    begin: (reference) => stopEtcd(reference, 1),
  },
  {
    kind: "two of three etcd killed",
    withinSec: 2,
    begin: (reference) => stopEtcd(reference, 2),
  },
];

interface Outcome {
  readonly kind: string;
  readonly readOnlyMs: number;
  readonly slowestViewMs: number;
  readonly inDoubt: number;
  readonly bids: number;
  readonly wrong: readonly string[];
  /** Standbys that had to be copied again, because they didn't come back by themselves. */
  readonly repaired: number;
}

/**
 * Runs the reference deployment in network namespaces, breaks it under load, and counts from a
 * journal outside the product what was lost; then leaves it alone under load.
 */
export async function failover(): Promise<boolean> {
  const missing = await missingForReference();
  if (missing.length > 0) {
    say(`Not run. Missing: ${missing.join(", ")}.`);
    say(
      "On Debian 12: apt-get install iproute2 python3-idna etcd-server etcd-client haproxy nftables postgresql-15 openssl, and Debian 13's patroni and python3-ydiff",
    );
    return false;
  }
  const reference = await Reference.open({
    JWT_SECRET,
    RATE_LIMITS: "0",
    WARM_PICTURES: "0",
    LOG_LEVEL: "warn",
  });
  const stop = () => {
    reference.close().then(
      () => process.exit(130),
      () => process.exit(1),
    );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    say(`${availableParallelism()} cores, load ${shown(loadavg()[0] ?? 0)}`);
    const exposed = await reference.exposed();
    for (const line of exposed) say(`  WRONG ${line}`);
    const market = await openMarket(reference.url, reference.databaseUrl);
    const outcomes: Outcome[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const fault of faults) {
        const outcome = await tryFault(reference, market, fault);
        outcomes.push(outcome);
        say(
          `${fault.kind.padEnd(42)} read-only ${shown(outcome.readOnlyMs / 1000)} s, ${outcome.bids} bids, ${outcome.inDoubt} in doubt, views up to ${shown(outcome.slowestViewMs)} ms${outcome.repaired > 0 ? `, ${outcome.repaired} standby copied again` : ""}`,
        );
        for (const line of outcome.wrong) say(`  WRONG ${line}`);
      }
    }
    const calm = await stayCalm(reference, market);
    const holds = await report(reference, market, { outcomes, calm });
    await reference.close();
    return holds && exposed.length === 0;
  } catch (error) {
    say(`The bench failed. Logs are in ${await reference.halt()}.`);
    throw error;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}

/** Leaves the deployment alone under load. Also returns how often another server became the primary. */
async function stayCalm(
  reference: Reference,
  market: Market,
): Promise<{ outcome: Outcome; failovers: number }> {
  await reference.healthy();
  const before = await reference.primary();
  const journal = await startJournal(reference, market);
  const beganAtMs = performance.now();
  await sleep(CALM_MIN * 60_000);
  await journal.end();
  const after = await reference.primary();
  return {
    outcome: await outcomeOf("calm", journal, { market, beganAtMs }),
    failovers: after.timeline - before.timeline,
  };
}

async function startJournal(reference: Reference, market: Market): Promise<BidJournal> {
  const lots: number[] = [];
  for (let lot = 0; lot <= OTHER_LOTS; lot += 1) lots.push(await market.lot(7_200));
  // Falls due during the fault.
  lots.push(await market.lot(FAULT_MS / 1_000));
  const journal = new BidJournal();
  const [hot = 0] = lots;
  journal.start(() => [reference.url], {
    bidders: market.bidders,
    lots,
    paths: [`/truck/${hot}`, `/inventory/${hot}`],
  });
  return journal;
}

async function tryFault(reference: Reference, market: Market, fault: Fault): Promise<Outcome> {
  await reference.healthy();
  const journal = await startJournal(reference, market);
  await acceptsSince(journal, performance.now());
  await sleep(AROUND_MS);
  const beganAtMs = performance.now();
  const end = await fault.begin(reference);
  await sleep(FAULT_MS);
  await acceptsSince(journal, performance.now());
  await end();
  const repaired = await reference.repair();
  await acceptsSince(journal, performance.now());
  await sleep(AROUND_MS);
  await journal.end();
  return { ...(await outcomeOf(fault.kind, journal, { market, beganAtMs })), repaired };
}

/** Waits for an accepted bid that was answered after a time. */
async function acceptsSince(journal: BidJournal, sinceMs: number): Promise<void> {
  await until("a bid is accepted", BACK_WITHIN_MS, async () => {
    const lastAtMs = journal.acceptedAtMs.at(-1);
    return lastAtMs !== undefined && lastAtMs > sinceMs;
  });
}

async function outcomeOf(
  kind: string,
  journal: BidJournal,
  { market, beganAtMs }: { market: Market; beganAtMs: number },
): Promise<Outcome> {
  const verdict = await judgeJournal(journal, market.rows);
  const times = journal.acceptedAtMs.toSorted((one, other) => one - other);
  const gaps = times.map((at, index) => at - Math.max(times[index - 1] ?? at, 0));
  return {
    kind,
    readOnlyMs: Math.max(0, ...gaps.filter((_, index) => (times[index] ?? 0) > beganAtMs)),
    slowestViewMs: Math.max(0, ...journal.views.map(({ tookMs }) => tookMs)),
    inDoubt: verdict.inDoubt.length,
    bids: journal.entries.length,
    wrong: wrongIn(verdict),
    repaired: 0,
  };
}

async function report(
  reference: Reference,
  market: Market,
  { outcomes, calm }: { outcomes: readonly Outcome[]; calm: Awaited<ReturnType<typeof stayCalm>> },
): Promise<boolean> {
  const seconds = (ms: number) => shown(ms / 1_000);
  say("");
  const claims = faults.map(({ kind, withinSec }) => {
    const own = outcomes.filter((outcome) => outcome.kind === kind);
    const times = own.map(({ readOnlyMs }) => readOnlyMs);
    const views = own.map(({ slowestViewMs }) => slowestViewMs);
    const inDoubt = own.reduce((sum, outcome) => sum + outcome.inDoubt, 0);
    say(
      `${kind.padEnd(42)} ${own.length} times, read-only p50 ${seconds(median(times))} s, max ${seconds(Math.max(...times))} s, ${inDoubt} bids in doubt, slowest view ${shown(Math.max(...views))} ms`,
    );
    return {
      what: `${kind}, read-only time`,
      actual: Math.max(...times) / 1_000,
      target: withinSec,
      sense: "at most" as const,
      unit: " s",
    };
  });
  const repaired = outcomes.reduce((sum, outcome) => sum + outcome.repaired, 0);
  say(`Standbys that had to be copied again: ${repaired}`);
  say(
    `${shown(CALM_MIN)} calm minutes: ${calm.outcome.bids} bids, longest pause ${seconds(calm.outcome.readOnlyMs)} s, load ${shown(loadavg()[0] ?? 0)}`,
  );
  await until("every due lot is closed", BACK_WITHIN_MS, async () => {
    const due = await market.rows(
      "SELECT 1 FROM lots WHERE closed_at IS NULL AND closes_at < clock_ms()",
    );
    return due.length === 0;
  });
  const pool = createPool(reference.databaseUrl, 1);
  const house = await verifyHouse(pool, new LocalFiles("/nonexistent"));
  await pool.end();
  const wrong = [
    ...outcomes.flatMap((outcome) => outcome.wrong),
    ...calm.outcome.wrong,
    ...house.problems,
    ...(await market.broken()).map((fault) => JSON.stringify(fault)),
  ];
  for (const line of wrong) say(`WRONG ${line}`);
  const none = { target: 0, sense: "at most" as const, unit: "" };
  return judge([
    ...claims,
    {
      what: "lost, doubled, misplaced or misreported bids; failed views; broken lots",
      actual: wrong.length,
      ...none,
    },
    { what: "false failovers", actual: calm.failovers, ...none },
  ]);
}
