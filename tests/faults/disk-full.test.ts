import { execFile } from "node:child_process";
import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { openDataDir } from "../../server/src/testing/data-dir.ts";
import { startProduct } from "../product.ts";
import { embeddedUrl, JWT_SECRET, openMarket, stepDatabase } from "./market.ts";

const run = promisify(execFile);
const DISK_MB = 400;
const SOON_MS = 5_000;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** Mounts a small disk; null if this user may not. */
async function openDisk(): Promise<string | null> {
  const folder = await openDataDir("disk");
  undo.push(() => rm(folder, { recursive: true, force: true }));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=755`, "tmpfs", folder]);
  } catch {
    return null;
  }
  undo.push(() => run("umount", [folder]));
  return folder;
}

/** Fills the disk with a file until `leave` bytes are free. */
async function fill(folder: string, leave: number): Promise<string> {
  const file = path.join(folder, `filler-${leave}`);
  const handle = await open(file, "w");
  const block = Buffer.alloc(1024 * 1024, 1);
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder);
      const room = bavail * bsize - leave;
      if (room <= 0) break;
      await handle.write(block, 0, Math.min(room, block.length));
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    await handle.close();
  }
  return file;
}

test("on a full disk nothing is half written and reads work; with free space everything works again", async (context) => {
  const disk = await openDisk();
  if (disk === null) return context.skip("only who may mount a disk can fill it");
  const product = await startProduct({
    DEMO: "0",
    DATA_DIR: disk,
    JWT_SECRET,
    LOG_LEVEL: "silent",
  });
  undo.push(() => product.stop());
  const market = await openMarket(product.url, await embeddedUrl(disk));
  const [one, other] = market.bidders;
  if (one === undefined || other === undefined) throw new Error("nobody bids");
  const openLot = await market.lot(600);
  const closing = await market.lot(600);
  expect((await market.bid(openLot, one, 100)).status).toBe(200);
  expect((await market.bid(closing, one, 100)).status).toBe(200);
  await market.moveClose(closing, 4);

  let amount = 1_000;
  const bid = () => market.bid(openLot, other, (amount += 500));
  const read = async (address: string, accept: string) =>
    (await fetch(`${product.url}${address}`, { headers: { accept } })).status;
  const expectReading = async () => {
    expect(await read(`/inventory/${openLot}`, "application/json")).toBe(200);
    expect(await read("/inventories", "application/json")).toBe(200);
    expect(await read("/vehicles", "text/html")).toBe(200);
    expect(await read("/healthz", "application/json")).toBe(200);
  };

  const fillers = [await fill(disk, 32 * 1024 * 1024)];
  await expect
    .poll(bid, { timeout: SOON_MS })
    .toMatchObject({ status: 503, message: expect.stringContaining("Nothing was changed") });
  const before = await market.rows("SELECT max(id) FROM ledger");
  await expectReading();

  fillers.push(await fill(disk, 0));
  for (let turn = 0; turn < 20; turn += 1) {
    const { status, retryAfter } = await bid();
    expect(status).toBe(503);
    expect(retryAfter).toBeGreaterThan(0);
  }
  const enquiry = await fetch(`${product.url}/email/send`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Dana Reyes",
      email: "dana@example.com",
      subject: "A truck",
      message: "Is it still there, please?",
    }),
  });
  expect(enquiry.status).toBe(503);
  await expectReading();
  expect(await market.rows("SELECT max(id) FROM ledger")).toEqual(before);
  const closed = () =>
    market.rows("SELECT outcome, leader_id::int AS leader FROM lots WHERE inventory_id = $1", [
      closing,
    ]);
  await expect
    .poll(() => market.rows("SELECT closed_at FROM lots WHERE closes_at < clock_ms()"), {
      timeout: SOON_MS,
    })
    .toEqual([{ closed_at: null }]);

  for (const file of fillers) await rm(file);
  await expect.poll(async () => (await bid()).status, { timeout: SOON_MS }).toBe(200);
  // Due during the outage, so it gets the lost time and 30 s more (D36).
  expect(
    await market.rows(
      `SELECT g.reason FROM ledger g JOIN lots l ON l.id = g.lot_id AND l.seq = g.seq
        WHERE l.inventory_id = $1`,
      [closing],
    ),
  ).toEqual([{ reason: "Outage" }]);
  await stepDatabase(market.rows, 120);
  await expect.poll(closed, { interval: 250 }).toEqual([{ outcome: "SOLD", leader: one.userId }]);
  expect(await market.broken()).toEqual([]);
});
