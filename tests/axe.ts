import axe, { type RunOptions } from "axe-core";
import type { BrowserContext, Page, Route } from "playwright";
import { sizes } from "./stage.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** WCAG 2.2, levels A and AA. */
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

const looks: readonly (readonly ["light" | "dark", RunOptions])[] = [
  ["light", { runOnly: { type: "tag", values: wcag } }],
  // Nothing but colors differs in the dark.
  ["dark", { runOnly: { type: "rule", values: ["color-contrast"] } }],
];

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
 * What axe finds on the page in both widths, by day and in the dark, once it has come to rest, and
 * whether the page fits the screens; in words, each beginning with `what`. The page is left as it was.
 */
export async function accessFaults(page: Page, what: string): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await atRest(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    if (overflow > 0) found.push(`${what} is ${overflow} px wider than a ${name}`);
    for (const [colorScheme, options] of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // The new colours are painted, and what still came in with them.
      await page.waitForTimeout(100);
      const seen = await faultsIn(page, "body", options);
      // What a live page drew anew while axe looked at it has no colors: only what stays wrong is wrong.
      const again = seen.length === 0 ? [] : await faultsIn(page, "body", options);
      const faults = again.filter((fault) => seen.includes(fault));
      found.push(...faults.map((fault) => `${what} in ${colorScheme} on a ${name}: ${fault}`));
    }
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  if (before !== null) await page.setViewportSize(before);
  return found;
}

/** What axe finds in the part of the page that a selector names, in words. */
export async function faultsIn(
  page: Page,
  selector: string,
  options: RunOptions = { runOnly: { type: "tag", values: wcag } },
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(([part, how]) => window.axe.run(part, how), [
    selector,
    // The frame of a preview runs no scripts, so nothing can look at it from within.
    { ...options, resultTypes: ["violations"], iframes: false },
  ] satisfies [string, RunOptions]);
  return violations.map(
    ({ id, nodes }) => `${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ""}`,
  );
}

const TABS = 3;

/**
 * What is wrong with any of these pages, looked at in a few tabs at a time; `also` waits for what a
 * page has to say. Closes the page's context.
 */
export async function accessFaultsOfAll(
  page: Page,
  paths: readonly string[],
  also: (tab: Page, path: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const left = [...paths];
  const found: string[] = [];
  const work = async (tab: Page) => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await tab.goto(path);
      await also(tab, path);
      found.push(...(await accessFaults(tab, path)));
    }
  };
  const context = page.context();
  const others = Array.from({ length: TABS - 1 }, () => context.newPage());
  await Promise.all([page, ...(await Promise.all(others))].map(work));
  await context.close();
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
