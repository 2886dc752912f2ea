import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { errors, type BrowserContext, type Page, type Route } from "playwright";
import { QUIET_PAGE } from "./page-pool.ts";
import { sizes } from "./stage.ts";
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

/** Widths at which pages have to fit, from the narrowest. */
const widths = [sizes.phone.width, 768, 1_024, 1_280, sizes.desktop.width];

/**
 * Returns a page's text and labels once it shows content or an error and fits its width, which
 * charts follow a moment later.
 */
const textAtRest = (page: Page): Promise<string> =>
  page
    .waitForFunction(() => {
      const text = document.body.innerText;
      if (
        document.querySelector("h1") === null ||
        document.querySelector(".animate-pulse") !== null ||
        document.documentElement.scrollWidth > window.innerWidth ||
        /Loading\.{3}|Cargando\.{3}/.test(text)
      )
        return null;
      const labels = ["aria-label", "title", "alt"].flatMap((name) =>
        [...document.body.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)),
      );
      return [text, ...labels].join("\n");
    })
    .then((text) => text.jsonValue())
    .then((text) => text ?? "");

/**
 * Returns axe's findings, horizontal overflow and text faults of a loaded page as sentences that
 * start with `what`. Leaves the page unchanged. Axe scans the page as it is, once; `contrast.test.ts`
 * shows that what is readable in one color scheme is readable in the other.
 */
export async function accessFaults(page: Page, what: string): Promise<string[]> {
  const before = page.viewportSize() ?? sizes.desktop;
  const found: string[] = [];
  for (const width of new Set([before.width, ...widths])) {
    await page.setViewportSize({ width, height: before.height });
    const text = await textAtRest(page).catch((error: unknown) => {
      if (error instanceof errors.TimeoutError) found.push(`${what} doesn't fit ${width} px`);
      else throw error;
      return "";
    });
    found.push(...textFaults(text).map((fault) => `${what} at ${width} px says “${fault}”`));
    if (width !== before.width) continue;
    let faults = await faultsIn(page, "body");
    // Axe can see a live page mid-redraw, without colors. Report only faults that persist.
    for (let scan = 1; faults.length > 0 && scan < SCANS_PER_FAULT; scan += 1) {
      const again = new Set(await faultsIn(page, "body"));
      faults = faults.filter((fault) => again.has(fault));
    }
    found.push(...faults.map((fault) => `${what}: ${fault}`));
  }
  await page.setViewportSize(before);
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
  also: (tab: Page) => Promise<void> = async () => {},
): Promise<string[]> {
  const idle = (idleTabs.get(context) ?? []).filter((tab) => !tab.isClosed());
  idleTabs.set(context, idle);
  const tab = idle.pop() ?? (await context.newPage());
  await tab.goto(path);
  await also(tab);
  const found = await accessFaults(tab, path);
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
