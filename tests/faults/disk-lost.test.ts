import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { openDataDir } from "../../server/src/testing/data-dir.ts";
import { startProduct } from "../product.ts";
import { embeddedUrl, JWT_SECRET, openMarket, signIn, type Market } from "./market.ts";
import { waitFor } from "../../server/src/testing/wait-for.ts";

const root = path.resolve(import.meta.dirname, "../..");
const BIDS = 40;
const BRIEF_SEC = 15;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** Runs an operator command. */
async function command(
  env: Readonly<Record<string, string>>,
  name: "backup" | "restore" | "verify-house",
  ...args: string[]
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const file = path.join(root, `server/src/${name}.ts`);
    const options = { cwd: root, env: { PATH: process.env["PATH"], ...env } };
    const child = execFile(process.execPath, [file, ...args], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, output: out + err }),
    );
  });
}

/** Returns the process id of the embedded server. */
async function postmaster(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return Number(text.split("\n")[0]);
}

const waitUntil = (isDone: () => Promise<boolean>) =>
  waitFor(async () => (await isDone()) || undefined, "what the test waits for", 300_000);

test("a marketplace that lost its disk is restored with exactly the bids up to a chosen time", async () => {
  const dataDir = await openDataDir("lost");
  const backups = await openDataDir("backups");
  undo.push(
    () => rm(dataDir, { recursive: true, force: true }),
    () => rm(backups, { recursive: true, force: true }),
  );
  const env = {
    DATA_DIR: dataDir,
    BACKUP_URL: `file://${backups}`,
    DEMO: "0",
    JWT_SECRET,
    ADMIN_EMAIL: "admin@lost.example",
    ADMIN_PASSWORD: "a password of its own",
  };
  const product = await startProduct(env);
  undo.push(() => product.stop());
  const market = await openMarket(product.url, await embeddedUrl(dataDir));
  const [lot, other] = [await market.lot(3_600), await market.lot(3_600)];

  let amount = 1_000;
  /** Places bids from all bidders at once. Returns the acknowledged ones. */
  const bids = async (): Promise<number[]> => {
    const journal: number[] = [];
    while (journal.length < BIDS) {
      const answers = await Promise.all(
        market.bidders.map((bidder, index) =>
          market.bid(index % 2 === 0 ? lot : other, bidder, (amount += 500)),
        ),
      );
      for (const { bidId } of answers) if (bidId !== null) journal.push(bidId);
    }
    return journal;
  };

  const journal = await bids();
  // Back up during bidding. The backup may or may not have these bids.
  const [made, during] = await Promise.all([command(env, "backup"), bids()]);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining("Backed up as") });
  journal.push(...during, ...(await bids()));
  // Its last seconds pass while the restored marketplace is open and nobody has started it.
  const brief = await market.lot(BRIEF_SEC);
  const moment = await nextSecond(market);
  const [counted] = await market.rows<{ bids: number }>(
    "SELECT count(*)::int AS bids FROM ledger WHERE kind IN ('BID', 'RAISE')",
  );
  const after = await bids();
  await waitUntil(async () => (await copiedUntil(market)) > moment.at);

  // Operators keep the key elsewhere, since backups don't contain it.
  const keyFile = path.join(dataDir, "secrets.key");
  const key = await readFile(keyFile);
  const loseDisk = async () => {
    const server = await postmaster(dataDir);
    await product.kill();
    process.kill(server, "SIGKILL");
    await waitUntil(async () => !isAlive(server));
    await rm(dataDir, { recursive: true });
  };
  await loseDisk();

  const until = ["--until", moment.text];
  const looked = await command(env, "restore", ...until);
  expect(looked).toMatchObject({ code: 0, output: expect.stringContaining("0 problems") });
  expect(looked.output).toContain(`  ${counted?.bids} bids and raises`);
  expect(looked.output).toContain("The key that sealed its secrets is missing");
  expect(await command(env, "restore", ...until, "--replace")).toMatchObject({ code: 0 });
  // The marketplace is held until an operator decides how its lots resume.
  await expect(product.start()).rejects.toThrow("is held");
  const opened = await command(env, "restore", "--open", "extend");
  expect(opened).toEqual({ code: 0, output: expect.stringContaining("no longer held") });
  const openedAtMs = Date.now();
  await expect(product.start()).rejects.toThrow(`there is no key in ${keyFile}. Put it back`);
  await writeFile(keyFile, key, { mode: 0o600 });
  await waitUntil(async () => Date.now() > openedAtMs + BRIEF_SEC * 1_000);
  await product.start();

  const storedBids = async () => {
    const rows = await market.rows<{ id: number }>(
      "SELECT id::int AS id FROM ledger WHERE kind IN ('BID', 'RAISE') ORDER BY id",
    );
    return rows.map(({ id }) => id);
  };
  expect(await storedBids()).toEqual(journal.toSorted((a, b) => a - b));
  expect(await market.broken()).toEqual([]);
  // All sessions have ended, and IDs issued after that time aren't reused.
  const [old] = market.bidders;
  if (old === undefined) throw new Error("nobody bids");
  expect((await market.bid(lot, old, (amount += 500))).status).toBe(401);
  const bidder = await signIn(product.url, 1);
  const late = await market.bid(brief, bidder, 1_000);
  expect(late.bidId).not.toBeNull();
  const next = await market.bid(lot, bidder, (amount += 500));
  expect(next.bidId).toBeGreaterThan(Math.max(...after));
  expect(await command(env, "verify-house")).toMatchObject({ code: 0 });

  // The disk is lost again. The second restore continues from the first, without what that cut off.
  const resumed = [late.bidId, next.bidId];
  for (let each = 0; each < 10; each++) {
    const { bidId } = await market.bid(lot, bidder, (amount += 500));
    if (bidId !== null) resumed.push(bidId);
  }
  const last = await nextSecond(market);
  await waitUntil(async () => (await copiedUntil(market)) > last.at);
  await loseDisk();
  expect(await command(env, "restore", "--until", "latest", "--replace")).toMatchObject({
    code: 0,
  });
  expect(await command(env, "restore", "--open", "as-is")).toMatchObject({ code: 0 });
  await writeFile(keyFile, key, { mode: 0o600 });
  await product.start();
  expect(await storedBids()).toEqual(
    [...journal, ...resumed].toSorted((a, b) => Number(a) - Number(b)),
  );
  // A backup on the new timeline starts by itself.
  await waitUntil(async () => {
    const { output } = await command(env, "restore");
    return output.includes("timeline 3");
  });
});

/** Waits for the database's next whole second and returns it. No bid is placed in the meantime. */
async function nextSecond(market: Market): Promise<{ at: number; text: string }> {
  const now = async () => {
    const [row] = await market.rows<{ ms: number }>(
      "SELECT extract(epoch FROM clock_ms())::float8 * 1000 AS ms",
    );
    return row?.ms ?? 0;
  };
  const at = Math.ceil((await now()) / 1_000) * 1_000;
  await waitUntil(async () => (await now()) > at);
  return { at, text: `${new Date(at).toISOString().slice(0, 19)} UTC` };
}

/** Returns up to when the server's log is backed up, in ms since the epoch. */
async function copiedUntil(market: Market): Promise<number> {
  const [slot] = await market.rows<{ isCopied: boolean; ms: number }>(
    `SELECT restart_lsn >= pg_current_wal_flush_lsn() AS "isCopied",
        extract(epoch FROM clock_ms())::float8 * 1000 AS ms
      FROM pg_replication_slots WHERE slot_name = 'gavelyard_backup'`,
  );
  return slot?.isCopied === true ? slot.ms : 0;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
