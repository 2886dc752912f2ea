import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BrowserContext, Page, Route } from "playwright";
import { QUIET_PAGE } from "./page-pool.ts";
import { sizes, type Size } from "./stage.ts";
import { textFaults } from "./text-faults.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Axe minified, since every scanned page compiles it. */
const axeSource = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** WCAG 2.2, levels A and AA. */
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** A fault is reported only after this many scans in a row. */
const SCANS_PER_FAULT = 4;

/** Sizes at which pages have to fit, from the narrowest. */
const widths = [768, 1_024, 1_280].map((width) => ({ width, height: sizes.desktop.height }));
const allSizes = [sizes.phone, ...widths, sizes.desktop];

/** Axe scans one color scheme on each size, since all pairs would take twice as long. */
const colorSchemes = { phone: "light", desktop: "dark" } as const satisfies Record<Size, string>;

/** Waits until a page shows content or an error. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector(".animate-pulse") === null &&
      !/Loading\.{3}|Cargando\.{3}/.test(document.body.innerText),
  );
}

/**
 * Returns axe's findings, horizontal overflow and text faults of a loaded page as sentences that
 * start with `what`. Leaves the page unchanged. Widths and texts are checked on all sizes. Axe scans
 * `scanned` ones: only a phone for error and empty states and for Spanish, whose colors and parts it
 * scans on both in other tests, and a test's own size for a test that runs on each.
 */
export async function accessFaults(
  page: Page,
  what: string,
  scanned: readonly Size[] = ["phone", "desktop"],
): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const { width, height } of allSizes) {
    await page.setViewportSize({ width, height });
    await atRest(page);
    const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
    // Charts follow the page's width a moment later.
    const overflows = await page.waitForFunction(fits).then(
      () => false,
      () => true,
    );
    if (overflows) found.push(`${what} is wider than ${width} px`);
    found.push(...(await textFaults(page)).map((text) => `${what} at ${width} px says “${text}”`));
    const size = scanned.find((each) => sizes[each].width === width);
    if (size === undefined) continue;
    const colorScheme = colorSchemes[size];
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    let faults = await faultsIn(page, "body");
    // Axe can see a live page mid-redraw, without colors. Report only faults that persist.
    for (let scan = 1; faults.length > 0 && scan < SCANS_PER_FAULT; scan += 1) {
      const again = new Set(await faultsIn(page, "body"));
      faults = faults.filter((fault) => again.has(fault));
    }
    found.push(...faults.map((fault) => `${what} in ${colorScheme} on a ${size}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  if (before !== null) await page.setViewportSize(before);
  return found;
}

/** Returns axe's findings within a selector, as sentences. */
export async function faultsIn(page: Page, selector: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(([part, how]) => window.axe.run(part, how), [
    selector,
    // Axe can't run inside the iframe of a preview, which runs no scripts.
    { runOnly: { type: "tag", values: wcag }, resultTypes: ["violations"], iframes: false },
  ] satisfies [string, RunOptions]);
  return violations.map(
    ({ id, nodes }) => `${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ""}`,
  );
}

/** Empty tabs of earlier scans. A page in one takes half of the CPU time that it takes in a new tab. */
const idleTabs = new WeakMap<BrowserContext, Page[]>();

/** Opens a path in a tab of its own and returns its faults. `also` waits for expected content. */
export async function accessFaultsOf(
  context: BrowserContext,
  path: string,
  scanned?: readonly Size[],
  also: (tab: Page) => Promise<void> = async () => {},
): Promise<string[]> {
  const idle = (idleTabs.get(context) ?? []).filter((tab) => !tab.isClosed());
  idleTabs.set(context, idle);
  const tab = idle.pop() ?? (await context.newPage());
  await tab.goto(path);
  await also(tab);
  const found = await accessFaults(tab, path, scanned);
  await tab.goto(QUIET_PAGE);
  idle.push(tab);
  return found;
}

/**
 * Serves pages without the data that the server preloaded, as if it couldn't be read. `answer`
 * handles the page's own requests.
 */
export async function withholdData(
  context: BrowserContext,
  answer: (route: Route) => Promise<void> = (route) => route.abort(),
): Promise<void> {
  await context.route("**/*", async (route) => {
    const type = route.request().resourceType();
    // Skip the live connection, whose requests can stay open as long as the page.
    const isLive = route.request().url().includes("/ws-bid/");
    if (!isLive && (type === "fetch" || type === "xhr")) return answer(route);
    if (type !== "document") return route.continue();
    const response = await route.fetch();
    const html = await response.text();
    const [state = "", text = "{}"] =
      /<script type="application\/json" id="page-state">([\s\S]*?)<\/script>/.exec(html) ?? [];
    const body = html
      .replace(state, () => {
        const emptied = { ...JSON.parse(text), queries: [] };
        return state.replace(text, () => JSON.stringify(emptied));
      })
      .replace(/<div id="root">[\s\S]*?<\/div>(?=\s*<script type="application\/json")/, () => {
        return '<div id="root"></div>';
      });
    await route.fulfill({ response, body });
  });
}

export async function answerNothing(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: emptied(await response.json()) });
}

const emptied = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return [];
  if (typeof answer !== "object" || answer === null) return answer;
  return {
    ...answer,
    ...("content" in answer ? { content: [], totalElements: 0, totalPages: 0 } : {}),
    ...("runList" in answer ? { runList: [], lots: 0 } : {}),
  };
};
