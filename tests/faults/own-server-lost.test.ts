import { readFile, rm, writeFile } from "node:fs/promises";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPgBackRest } from "../../script/find-pgbackrest.ts";
import { createPool } from "../../server/src/db/pool.ts";
import { readMarks } from "../../server/src/backups/marks-sql.ts";
import { createArchiveWatch } from "../../server/src/backups/watch-archive.ts";
import { readSettings } from "../../server/src/settings.ts";
import { startProduct, type Product } from "../product.ts";
import { JWT_SECRET, openMarket, signIn, type Bidder, type Market } from "./market.ts";
import { OwnServer } from "./own-server.ts";
import { waitFor } from "../../server/src/testing/wait-for.ts";

const BIDS = 40;
const binaries = await findPgBackRest();
// `npm test` reports when they aren't installed.
describe.skipIf(binaries === null)("an operator's own server, with pgBackRest", () => {
  const undo: (() => Promise<unknown>)[] = [];
  let server: OwnServer;
  let product: Product;
  let market: Market;
  let lots: readonly number[];
  let bidders: readonly Bidder[];
  let amount = 1_000;
  /** IDs of all acknowledged bids that a restore must keep. */
  const journal: number[] = [];

  beforeAll(async () => {
    server = await OwnServer.open(binaries ?? "");
    undo.push(() => server.close());
    product = await startProduct({
      ...server.env,
      DEMO: "0",
      JWT_SECRET,
      ADMIN_EMAIL: "admin@lost.example",
      ADMIN_PASSWORD: "a password of its own",
    });
    undo.push(() => product.stop());
    market = await openMarket(product.url, server.url);
    lots = [await market.lot(3_600), await market.lot(3_600)];
    bidders = market.bidders;
  });
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });

  /** Places bids from all bidders at once. Returns the acknowledged ones. */
  async function bids(): Promise<number[]> {
    const placed: number[] = [];
    while (placed.length < BIDS) {
      const answers = await Promise.all(
        bidders.map((bidder, index) => market.bid(lots[index % 2] ?? 0, bidder, (amount += 500))),
      );
      expect(answers).not.toContainEqual(expect.objectContaining({ status: 401 }));
      for (const { bidId } of answers) if (bidId !== null) placed.push(bidId);
    }
    return placed;
  }

  async function signInAgain(): Promise<void> {
    bidders = await Promise.all(bidders.map((_, index) => signIn(product.url, index + 1)));
  }

  /** Counts bids as a restore does. */
  async function countBids(): Promise<number> {
    const [row] = await market.rows<{ bids: number }>(
      "SELECT count(*)::int AS bids FROM ledger WHERE kind IN ('BID', 'RAISE')",
    );
    return row?.bids ?? 0;
  }

  const storedIds = async () =>
    (
      await market.rows<{ id: number }>(
        "SELECT id::int AS id FROM ledger WHERE kind IN ('BID', 'RAISE') ORDER BY id",
      )
    ).map(({ id }) => id);

  test("is not backed up while it doesn't archive its log", async () => {
    const refused = await server.command("backup");
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("archive_mode") });
    expect((await server.command("restore")).output).toContain("There are no backups");
  });

  test("is restored with exactly the bids up to a chosen time", async () => {
    await product.stop();
    await server.stop();
    await server.start();
    await product.start();
    journal.push(...(await bids()));
    const [made, during] = await Promise.all([server.command("backup"), bids()]);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining("Backed up as") });
    journal.push(...during, ...(await bids()));
    const moment = await nextSecond(market);
    const countThen = await countBids();
    const after = await bids();
    const countAfter = (await countBids()) - countThen;

    const until = ["--until", moment];
    const looked = await server.command("restore", ...until);
    expect(looked).toMatchObject({ code: 0, output: expect.stringContaining("0 problems") });
    expect(looked.output).toContain(`  ${countThen} bids`);
    expect(looked.output).toContain(`of them ${countAfter} bids and raises`);
    expect(await server.command("restore", ...until, "--replace")).toMatchObject({
      code: 1,
      output: expect.stringContaining("Gavelyard is running"),
    });
    await product.stop();
    expect(await server.command("restore", ...until, "--replace")).toMatchObject({
      code: 0,
      output: expect.stringContaining("-before-"),
    });
    await server.start();
    // The marketplace is held until an operator decides how its lots resume.
    await expect(product.start()).rejects.toThrow("is held");
    const opened = await server.command("restore", "--open", "extend");
    expect(opened).toEqual({ code: 0, output: expect.stringContaining("no longer held") });
    await product.start();

    expect(await storedIds()).toEqual(journal.toSorted((a, b) => a - b));
    expect(await market.broken()).toEqual([]);
    // All sessions have ended, and IDs issued after that time aren't reused.
    const [old] = bidders;
    if (old === undefined) throw new Error("nobody bids");
    expect((await market.bid(lots[0] ?? 0, old, (amount += 500))).status).toBe(401);
    await signInAgain();
    const more = await bids();
    expect(Math.min(...more)).toBeGreaterThan(Math.max(...after));
    journal.push(...more);
  });

  test("is monitored for how far its log is archived", async () => {
    const pool = createPool(server.url, 1);
    const begunAt = new Date();
    const watch = createArchiveWatch({
      pool,
      log: pino({ enabled: false }),
      settings: readSettings(server.env),
    });
    watch.wake();
    await server.pgBackRest("check");
    const archivedUntil = async () => {
      watch.wake();
      return (await readMarks(pool)).get("LOG_COPY")?.at ?? null;
    };
    await expect.poll(archivedUntil).toSatisfy((at) => at instanceof Date && at >= begunAt);
    await watch.stop();
    await pool.end();
  });

  test("is restored after a lost disk, with all of its archived log", async () => {
    expect(await server.command("backup")).toMatchObject({ code: 0 });
    journal.push(...(await bids()));
    await server.pgBackRest("check");
    await product.kill();
    await server.lose();

    const looked = await server.command("restore", "--until", "latest", "--replace");
    expect(looked).toMatchObject({ code: 0, output: expect.stringContaining("0 problems") });
    expect(looked.output).toContain(
      "We couldn't read the live data to compare it with the backup.",
    );
    await server.start();
    expect(await server.command("restore", "--open", "as-is")).toMatchObject({ code: 0 });
    await product.start();
    expect(await storedIds()).toEqual(journal.toSorted((a, b) => a - b));
    expect(await market.broken()).toEqual([]);
    expect(await server.command("verify-house")).toMatchObject({ code: 0 });
  });

  test("is not restored from a damaged repository", async () => {
    await signInAgain();
    for (let segment = 0; segment < 2; segment += 1) {
      await bids();
      await server.pgBackRest("check");
    }
    const segments = await server.inRepository("archive", /\/[0-9A-F]{24}-[^/]+$/);
    const lost = segments.at(-2) ?? "";
    const whole = await readFile(lost);
    await rm(lost);
    const latest = ["--until", "latest"];
    expect(await server.command("restore", ...latest)).toMatchObject({
      code: 1,
      output: expect.stringContaining("is missing or changed"),
    });
    await writeFile(lost, whole);

    const [file = ""] = await server.inRepository("backup", /\/pg_data\/PG_VERSION[.]gz$/);
    const bytes = await readFile(file);
    bytes[12] = (bytes[12] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const named = { code: 1, output: expect.stringContaining("PG_VERSION.gz") };
    expect(await server.command("restore", ...latest)).toMatchObject(named);
    expect(await server.command("backup")).toMatchObject(named);
  });
});

/** Waits for the database's next whole second and returns it. No bid is placed in the meantime. */
async function nextSecond(market: Market): Promise<string> {
  const now = async () => {
    const [row] = await market.rows<{ ms: number }>(
      "SELECT extract(epoch FROM clock_ms())::float8 * 1000 AS ms",
    );
    return row?.ms ?? 0;
  };
  const at = Math.ceil((await now()) / 1_000) * 1_000;
  await waitFor(async () => (await now()) > at || undefined, "the next second");
  return `${new Date(at).toISOString().slice(0, 19)} UTC`;
}
