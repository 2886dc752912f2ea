import axe, { type RunOptions } from "axe-core";
import type { BrowserContext, Page, Route } from "playwright";
import { sizes, type Size } from "./stage.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** WCAG 2.2, levels A and AA. */
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** How often a fault must be seen in a row. */
const LOOKS_AT_A_FAULT = 4;

/** How a page is looked at. */
export interface Look {
  readonly size: Size;
  readonly colorScheme: "light" | "dark";
}

/** A screen is looked at in both widths and both color schemes. */
const everyLook: readonly Look[] = [
  { size: "desktop", colorScheme: "dark" },
  { size: "phone", colorScheme: "light" },
];
/** What a screen says in place of its data is looked at where it has the least room. */
export const onPhone: readonly Look[] = [{ size: "phone", colorScheme: "light" }];

/** Waits until a page shows what it is about, or that it could not be had. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector(".animate-pulse") === null &&
      !document.body.innerText.includes("Loading..."),
  );
}

/**
 * What axe finds on the page once it has come to rest, and whether the page fits the screen; in words,
 * each beginning with `what`. The page is left as it was.
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
    let faults = await faultsIn(page, "body");
    // What a live page redrew while axe looked at it has no colors: only what stays wrong is wrong.
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

/** What axe finds in the part of the page that a selector names, in words. */
export async function faultsIn(page: Page, selector: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(([part, how]) => window.axe.run(part, how), [
    selector,
    // The frame of a preview runs no scripts, so nothing can look at it from within.
    { runOnly: { type: "tag", values: wcag }, resultTypes: ["violations"], iframes: false },
  ] satisfies [string, RunOptions]);
  return violations.map(
    ({ id, nodes }) => `${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ""}`,
  );
}

/** What is wrong with a page that is opened in a tab of its own; `also` waits for what it has to say. */
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
 * Lets pages come without what the server read for them, as if it had not been able to, and `answer`
 * what they ask for then.
 */
export async function withholdData(
  context: BrowserContext,
  answer: (route: Route) => Promise<void> = (route) => route.abort(),
): Promise<void> {
  await context.route("**/*", async (route) => {
    const type = route.request().resourceType();
    // The live connection stays as it is: it may answer for as long as the page is open.
    const isLive = route.request().url().includes("/ws-bid/");
    if (!isLive && (type === "fetch" || type === "xhr")) return answer(route);
    if (type !== "document") return route.continue();
    const response = await route.fetch();
    const html = await response.text();
    const [state = "", text = "{}"] =
      /<script type="application\/json" id="page-state">([\s\S]*?)<\/script>/.exec(html) ?? [];
    const body = html
      .replace(state, () => {
        const emptied = { ...JSON.parse(text), queries: { mutations: [], queries: [] } };
        return state.replace(text, () => JSON.stringify(emptied));
      })
      .replace(/<div id="root">[\s\S]*?<\/div>(?=\s*<script type="application\/json")/, () => {
        return '<div id="root"></div>';
      });
    await route.fulfill({ response, body });
  });
}

/** Answers a call as the server would if there were nothing of what it lists. */
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
