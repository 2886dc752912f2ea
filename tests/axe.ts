import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright";
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
  // Nothing but colors differs in the dark, and those are the same at each width.
  ["dark", { runOnly: { type: "rule", values: ["color-contrast"] } }],
];

/**
 * What axe finds on the page by day and in the dark once it has come to rest, and whether the page
 * fits the screen; in words, each beginning with `what`.
 */
export async function accessFaults(page: Page, what: string): Promise<string[]> {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector(".animate-pulse") === null &&
      !document.body.innerText.includes("Loading..."),
  );
  const found: string[] = [];
  const isPhone = page.viewportSize()?.width === sizes.phone.width;
  for (const [colorScheme, options] of isPhone ? looks.slice(0, 1) : looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The new colours are painted, and what still came in with them.
    await page.waitForTimeout(100);
    const seen = await faultsIn(page, "body", options);
    // What a live page drew anew while axe looked at it has no colors: only what stays wrong is wrong.
    const again = seen.length === 0 ? [] : await faultsIn(page, "body", options);
    const faults = again.filter((fault) => seen.includes(fault));
    found.push(...faults.map((fault) => `${what} in ${colorScheme}: ${fault}`));
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  if (overflow > 0) found.push(`${what} is ${overflow} px wider than the screen`);
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
