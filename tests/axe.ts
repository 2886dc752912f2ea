import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BrowserContext, Page, Route } from "playwright";
import { sizes, type Size } from "./stage.ts";
import { textFaults } from "./text-faults.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Axe without comments and spaces, which every scanned page compiles. */
const axeSource = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** WCAG 2.2, levels A and AA. */
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** Number of consecutive scans that must report a fault. */
const LOOKS_AT_A_FAULT = 4;

/** Viewport and color scheme of a scan. */
export interface Look {
  readonly size: Size;
  readonly colorScheme: "light" | "dark";
}

/** Default scans: both widths and both color schemes. */
const everyLook: readonly Look[] = [
  { size: "desktop", colorScheme: "dark" },
  { size: "phone", colorScheme: "light" },
];
/** Scan for error and empty states, at the narrowest width. */
export const onPhone: readonly Look[] = [{ size: "phone", colorScheme: "light" }];

/** Waits until a page shows its content or an error. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector(".animate-pulse") === null &&
      !/Loading\.{3}|Cargando\.{3}/.test(document.body.innerText),
  );
}

/**
 * Returns axe's findings, horizontal overflows and text faults of a loaded page as sentences, each
 * starting with `what`. Leaves the page unchanged.
 */
export async function accessFaults(
  page: Page,
  what: string,
  looks: readonly Look[] = everyLook,
): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await atRest(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    if (overflow > 0) found.push(`${what} is ${overflow} px wider than a ${size}`);
    found.push(...(await textFaults(page)).map((text) => `${what} on a ${size} says “${text}”`));
    let faults = await faultsIn(page, "body");
    // Axe can see a live page mid-redraw, without colors. Report only faults that persist.
    for (let look = 1; faults.length > 0 && look < LOOKS_AT_A_FAULT; look += 1) {
      const again = new Set(await faultsIn(page, "body"));
      faults = faults.filter((fault) => again.has(fault));
    }
    found.push(...faults.map((fault) => `${what} in ${colorScheme} on a ${size}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  if (before !== null) await page.setViewportSize(before);
  return found;
}

/** Returns axe's findings in the part of the page that matches a selector, as sentences. */
export async function faultsIn(page: Page, selector: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(([part, how]) => window.axe.run(part, how), [
    selector,
    // A preview's iframe runs no scripts, so axe can't run inside it.
    { runOnly: { type: "tag", values: wcag }, resultTypes: ["violations"], iframes: false },
  ] satisfies [string, RunOptions]);
  return violations.map(
    ({ id, nodes }) => `${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ""}`,
  );
}

/** Opens a path in a new tab and returns its faults. `also` waits for expected content. */
export async function accessFaultsOf(
  context: BrowserContext,
  path: string,
  looks?: readonly Look[],
  also: (tab: Page) => Promise<void> = async () => {},
): Promise<string[]> {
  const tab = await context.newPage();
  await tab.goto(path);
  await also(tab);
  const found = await accessFaults(tab, path, looks);
  await tab.close();
  return found;
}

/**
 * Serves pages without the data that the server preloaded, as if reading it had failed. `answer`
 * handles the requests that the page then makes.
 */
export async function withholdData(
  context: BrowserContext,
  answer: (route: Route) => Promise<void> = (route) => route.abort(),
): Promise<void> {
  await context.route("**/*", async (route) => {
    const type = route.request().resourceType();
    // Leave the live connection alone, because its requests can stay open as long as the page.
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

/** Answers a call with an empty version of the server's response. */
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
