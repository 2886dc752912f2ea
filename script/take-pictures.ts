import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "playwright";
import sharp from "sharp";
import { startEmbeddedPostgres } from "../server/src/db/embedded/embedded-postgres.ts";
import { migrateFor } from "../server/src/db/migrate.ts";
import { createPool } from "../server/src/db/pool.ts";
import { openDataDir } from "../server/src/testing/data-dir.ts";
import { startProduct } from "../tests/product.ts";
import { buildWeb, root } from "./build-web.ts";
import { findChromium } from "./find-chromium.ts";

const folder = path.join(root, "docs/screens");
const widths = { desktop: 1440, phone: 390 } as const;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Takes the screenshots in `docs/screens` from a fresh demo. */
await buildWeb(say);
const executablePath = await findChromium(say);
await mkdir(folder, { recursive: true });
const dataDir = await openDataDir("pictures");
const postgres = await startEmbeddedPostgres({ dataDir });
await migrateFor(postgres.ownerUrl, postgres.url);
const pool = createPool(postgres.ownerUrl, 2);
const product = await startProduct({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, DEMO: "1" });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const { rows } = await pool.query<{ id: number; auction: number }>(
    `SELECT inventory_id AS id, auction_id AS auction FROM lots
      WHERE closed_at IS NULL AND opens_at < clock_ms() AND bid_count > 3 ORDER BY closes_at DESC LIMIT 1`,
  );
  const lot = rows[0];
  if (lot === undefined) throw new Error("the demo has no open lot with bids");
  const { rows: sold } = await pool.query<{ auction: number }>(
    `SELECT max(auction_id) AS auction FROM lots WHERE outcome = 'SOLD'`,
  );
  const screens = {
    home: "/",
    vehicles: "/vehicles?auctionStatus=LIVE",
    "lot-page": `/truck/${lot.id}`,
    auction: `/auctions/${lot.auction}`,
    dashboard: "/dashboard",
  };
  const office = "/admin-dashboard?tab=";
  const staffScreens = {
    "work-queue": `${office}work`,
    inventory: `${office}inventory`,
    "auction-editor": `${office}auctions&auction=${lot.auction}`,
    "control-room": `${office}control&auction=${lot.auction}`,
    winners: `${office}winners&auction=${sold[0]?.auction}`,
    figures: `${office}stats`,
  };
  for (const device of ["desktop", "phone"] as const) {
    const page = await signedIn(device, "fleet@demo.example", "forty-trucks-rolling-3");
    await take(page, device, screens);
    await page.close();
  }
  const page = await signedIn("desktop", "admin@demo.example", "keys-to-the-yard-1");
  await take(page, "desktop", staffScreens);
} finally {
  await browser.close();
  await product.stop();
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function signedIn(
  device: keyof typeof widths,
  email: string,
  password: string,
): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: widths[device], height: device === "phone" ? 844 : 900 },
    baseURL: product.url,
    reducedMotion: "reduce",
  });
  await page.goto("/signin", { waitUntil: "networkidle" });
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/dashboard/);
  return page;
}

async function take(
  page: Page,
  device: keyof typeof widths,
  screens: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, address] of Object.entries(screens)) {
    await page.goto(address, { waitUntil: "networkidle" });
    const file = path.join(folder, `${name}-${device}.webp`);
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(file);
    say(path.relative(root, file));
  }
}
