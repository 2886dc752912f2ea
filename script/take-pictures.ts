import { mkdir } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright";
import sharp from "sharp";
import { openYard } from "../bench/yard.ts";
import { startProduct } from "../tests/product.ts";
import { buildWeb, root } from "./build-web.ts";
import { findChromium } from "./find-chromium.ts";

const folder = path.join(root, "docs/screens");
const widths = { desktop: 1440, phone: 390 } as const;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Takes the pictures of the main screens in `docs/screens`, from a demo of its own. */
await buildWeb(say);
const executablePath = await findChromium(say);
await mkdir(folder, { recursive: true });
const yard = await openYard();
const product = await startProduct({ ...yard.env, DEMO: "1" });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const { rows } = await yard.pool.query<{ id: number; auction: number }>(
    `SELECT inventory_id AS id, auction_id AS auction FROM lots
      WHERE closed_at IS NULL AND opens_at < clock_ms() AND bid_count > 3 ORDER BY closes_at DESC LIMIT 1`,
  );
  const lot = rows[0];
  if (lot === undefined) throw new Error("the demo has no lot that was bid on");
  const screens = {
    home: "/",
    vehicles: "/vehicles?auctionStatus=LIVE",
    "lot-page": `/truck/${lot.id}`,
    auction: `/auctions/${lot.auction}`,
    dashboard: "/dashboard",
  };
  for (const [device, width] of Object.entries(widths)) {
    const page = await browser.newPage({
      viewport: { width, height: device === "phone" ? 844 : 900 },
      baseURL: product.url,
      reducedMotion: "reduce",
    });
    await page.goto("/signin", { waitUntil: "networkidle" });
    await page.getByLabel("E-mail").fill("fleet@demo.example");
    await page.getByLabel("Password", { exact: true }).fill("forty-trucks-rolling-3");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/dashboard/);
    for (const [name, address] of Object.entries(screens)) {
      await page.goto(address, { waitUntil: "networkidle" });
      const file = path.join(folder, `${name}-${device}.webp`);
      await sharp(await page.screenshot())
        .webp({ quality: 80 })
        .toFile(file);
      say(path.relative(root, file));
    }
    await page.close();
  }
} finally {
  await browser.close();
  await product.stop();
  await yard.close();
}
