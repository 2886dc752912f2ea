import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { findChromium } from "../script/find-chromium.ts";
import { startProduct } from "../tests/product.ts";
import { judge, say, type Claim } from "./report.ts";
import { openYard } from "./yard.ts";

const run = promisify(execFile);
/** Downloaded only for this bench, to keep the installation small. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const client = path.resolve(import.meta.dirname, "../web/dist/client");
const RUNS = 3;

const category = z.object({ score: z.number() });
const report = z.object({
  categories: z.object({
    performance: category,
    accessibility: category,
    "best-practices": category,
    seo: category,
  }),
  audits: z.object({
    "cumulative-layout-shift": z.object({ numericValue: z.number() }),
    "largest-contentful-paint": z.object({ numericValue: z.number() }),
    "total-blocking-time": z.object({ numericValue: z.number() }),
    "user-timings": z.object({
      details: z.object({ items: z.array(z.object({ name: z.string(), startTime: z.number() })) }),
    }),
    "network-requests": z.object({
      details: z.object({
        items: z.array(
          z.looseObject({
            url: z.string(),
            resourceType: z.string().optional(),
            networkRequestTime: z.number(),
          }),
        ),
      }),
    }),
  }),
});
type Report = z.infer<typeof report>;

/** Runs Lighthouse with its mobile preset on the three most visited first pages. */
export async function lighthouse(): Promise<boolean> {
  const chromium = await findChromium(say);
  const yard = await openYard();
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-lighthouse-"));
  try {
    const product = await startProduct({ ...yard.env, DEMO: "1", WARM_PICTURES: "0" });
    try {
      const { rows } = await yard.pool.query<{ id: number }>(
        "SELECT inventory_id AS id FROM lots WHERE closed_at IS NULL ORDER BY closes_at DESC LIMIT 1",
      );
      const claims: Claim[] = [];
      for (const page of ["/", "/vehicles", `/truck/${rows[0]?.id ?? 1}`]) {
        // The first run is a warm-up, because pictures are rendered on first request.
        const reports: Report[] = [];
        for (let turn = 0; turn <= RUNS; turn += 1) {
          const report = await measure(
            product.url + page,
            chromium,
            path.join(folder, "report.json"),
          );
          if (turn > 0) reports.push(report);
        }
        claims.push(...(await claimsOf(page.replace(/\d+/, ":id"), reports)));
      }
      return judge(claims);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await yard.close();
  }
}

async function measure(url: string, chromium: string, into: string): Promise<Report> {
  const once = async (): Promise<Report> => {
    await run(
      "npm",
      [
        "exec",
        "--yes",
        "--",
        LIGHTHOUSE,
        url,
        "--quiet",
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        "--output=json",
        `--output-path=${into}`,
      ],
      { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 << 20 },
    );
    return report.parse(JSON.parse(await readFile(into, "utf8")));
  };
  // A newly started browser sometimes misses the start of a page and reports no metrics; retry.
  return once().catch(once).catch(once);
}

async function claimsOf(page: string, reports: readonly Report[]): Promise<Claim[]> {
  const middle = (value: (report: Report) => number) => {
    const sorted = reports.map(value).sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  const score = (name: keyof Report["categories"], target: number): Claim => ({
    what: `${page} ${name}`,
    actual: Math.round(middle(({ categories }) => categories[name].score) * 100),
    target,
    sense: "at least",
    unit: "",
  });
  const [last] = reports;
  return [
    score("performance", 95),
    score("accessibility", 100),
    score("best-practices", 100),
    score("seo", 100),
    {
      what: `${page} largest paint`,
      actual: middle(({ audits }) => audits["largest-contentful-paint"].numericValue) / 1_000,
      target: 1.5,
      sense: "at most",
      unit: " s",
    },
    {
      what: `${page} blocking time`,
      actual: middle(({ audits }) => audits["total-blocking-time"].numericValue),
      target: 200,
      sense: "at most",
      unit: " ms",
    },
    {
      what: `${page} layout shift`,
      actual: middle(({ audits }) => audits["cumulative-layout-shift"].numericValue),
      target: 0.02,
      sense: "at most",
      unit: "",
    },
    {
      what: `${page} JavaScript, compressed`,
      actual: last === undefined ? Number.NaN : (await scriptBytes(last)) / 1_024,
      target: 100,
      sense: "at most",
      unit: " KB",
    },
  ];
}

/**
 * Returns the compressed bytes of the scripts that the first page loads until it is interactive.
 */
async function scriptBytes({ audits }: Report): Promise<number> {
  const interactiveAt =
    audits["user-timings"].details.items.find(({ name }) => name === "interactive")?.startTime ??
    Number.POSITIVE_INFINITY;
  const scripts = audits["network-requests"].details.items.filter(
    ({ url, resourceType, networkRequestTime }) =>
      resourceType === "Script" && url.includes("/assets/") && networkRequestTime <= interactiveAt,
  );
  const sizes = await Promise.all(
    scripts.map(
      async ({ url }) => (await stat(`${path.join(client, new URL(url).pathname)}.br`)).size,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
