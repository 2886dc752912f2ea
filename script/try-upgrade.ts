import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "../server/src/db/embedded/embedded-postgres.ts";
import { migrateFor } from "../server/src/db/migrate.ts";
import { openDataDir } from "../server/src/testing/data-dir.ts";
import { balance } from "../tests/faults/balancer.ts";
import { BidJournal } from "../tests/faults/bid-journal.ts";
import { judgeJournal, wrongIn } from "../tests/faults/judge-journal.ts";
import { openMarket, type Market } from "../tests/faults/market.ts";
import { rollOut } from "../tests/faults/roll-out.ts";
import { startProduct, type Product } from "../tests/product.ts";
import { buildWeb, root } from "./build-web.ts";

/**
 * `npm run try-upgrade -- COMMIT` starts two processes of an earlier version, replaces them with
 * this one under bids, then goes back and forward again, and counts what failed.
 */
const exec = promisify(execFile);
const say = (line: string) => process.stdout.write(`${line}\n`);
const BIDS_MS = 5_000;
/** An earlier version installs its packages and builds its pages first. */
const INSTALLED_WITHIN_MS = 1_800_000;

async function checkOut(commit: string): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), "gavelyard-version-"));
  const archive = path.join(dir, "version.tar");
  await exec("git", ["archive", "--output", archive, commit], { cwd: root });
  await exec("tar", ["-xf", archive, "-C", dir]);
  await rm(archive);
  return dir;
}

const migrationsOf = async (market: Market) =>
  (await market.rows<{ name: string }>("SELECT name FROM migrations ORDER BY id")).map(
    ({ name }) => name,
  );

async function tryUpgrade(commit: string): Promise<string[]> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const dir = await checkOut(commit);
    undo.push(() => rm(dir, { recursive: true, force: true }));
    const dataDir = await openDataDir("upgrade");
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({ dataDir });
    undo.push(() => postgres.stop());
    await buildWeb(say);
    const command = [process.execPath, path.join("script", "bootstrap.mjs"), "start"];
    const start = async (from: string, databaseUrl: string): Promise<Product> => {
      const product = await startProduct(
        { DATABASE_URL: databaseUrl, DEMO: "0", DATA_DIR: dataDir, DRAIN_SEC: "2" },
        { dir: from, command, readyWithinMs: INSTALLED_WITHIN_MS },
      );
      undo.push(() => product.stop());
      return product;
    };
    say("Installing, building and starting the earlier version ...");
    return await roll(postgres.ownerUrl, {
      // It may know no role but the owner's.
      earlier: () => start(dir, postgres.ownerUrl),
      current: async () => {
        await migrateFor(postgres.ownerUrl, postgres.url);
        return start(root, postgres.url);
      },
    });
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

/** Rolls forward, back and forward again under bids and views. Returns what failed. */
async function roll(
  databaseUrl: string,
  { earlier, current }: Readonly<Record<"earlier" | "current", () => Promise<Product>>>,
): Promise<string[]> {
  const started = [await earlier(), await earlier()];
  const balancer = await balance(started);
  const journal = new BidJournal();
  try {
    const market = await openMarket(balancer.url, databaseUrl);
    const before = await migrationsOf(market);
    const lots = [await market.lot(7_200), await market.lot(7_200)];
    const paths = lots.flatMap((lot) => [`/inventory/${lot}`, `/truck/${lot}`]);
    journal.start(() => [balancer.url], { bidders: market.bidders, lots, paths });
    await sleep(BIDS_MS);
    const codes: (number | null)[] = [];
    for (const [name, start] of [
      ["this version", current],
      ["the earlier version", earlier],
      ["this version", current],
    ] as const) {
      const old = started.slice(-2);
      codes.push(
        ...(await rollOut(balancer, old, async () => {
          const product = await start();
          started.push(product);
          return product;
        })),
      );
      await sleep(BIDS_MS);
      say(
        `Rolled out ${name}: ${journal.acceptedAtMs.length} bids, ${journal.views.length} views and ${balancer.failures.length} failed requests so far`,
      );
    }
    await journal.end();
    const added = (await migrationsOf(market)).filter((name) => !before.includes(name));
    say(`Migrations under load: ${added.length === 0 ? "none" : added.join(", ")}`);
    const failed = [
      ...balancer.failures,
      ...codes.filter((code) => code !== 0).map((code) => `a process exited with ${code}`),
      ...wrongIn(await judgeJournal(journal, market.rows)),
      ...(await market.broken()).map((fault) => JSON.stringify(fault)),
    ];
    if (failed.length > 0) for (const product of started) say(product.output());
    return failed;
  } finally {
    await journal.end();
    balancer.close();
  }
}

const [commit] = process.argv.slice(2);
if (commit === undefined) {
  process.stderr.write("Usage: npm run try-upgrade -- COMMIT\n");
  process.exit(1);
}
const failed = await tryUpgrade(commit);
for (const line of failed) say(`FAILED ${line}`);
say(failed.length === 0 ? "No request failed." : `${failed.length} failures.`);
process.exit(failed.length === 0 ? 0 : 1);
