import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { withoutNote } from "@gavelyard/messages/fill";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { staffTabs } from "../../web/src/dashboard/staff-tabs.ts";
import { accessFaults } from "../axe.ts";
import { pagesOfData, pagesWithoutData } from "../public-pages.ts";
import { openOffice } from "../office.ts";
import { awake, fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
let lot: string;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"), { LANGUAGES: "en,es" });
  lot = String(await stage.liveLot(600));
});
afterAll(() => stage?.close());

const pages = [...pagesOfData, ...pagesWithoutData];
const ownPages = [
  "/watchlist",
  "/dashboard",
  ...["bids", "winnings", "limit", "finance", "profile"].map((tab) => `/dashboard?tab=${tab}`),
];
const spanish = dictionaryOf("es");

/** Texts that exist in only one of the languages. */
const textsOf = {
  en: new Set([...spanish].filter(([en, es]) => en !== es).map(([en]) => withoutNote(en))),
  es: new Set([...spanish].filter(([en, es]) => en !== es).map(([, es]) => es)),
};
for (const both of [...textsOf.en].filter((text) => textsOf.es.has(text))) {
  textsOf.en.delete(both);
  textsOf.es.delete(both);
}

/** Returns a page's texts and labels, except those marked as being in a language. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest("script, style, [lang]")?.matches("html") === true)
        texts.push(node.textContent?.replaceAll(/\s+/g, " ").trim() ?? "");
    }
    for (const name of ["aria-label", "title", "alt", "placeholder"]) {
      for (const one of document.body.querySelectorAll(`[${name}]`))
        texts.push(one.getAttribute(name) ?? "");
    }
    return texts;
  });

const open = (page: Page, path: string) => openAwake(page, path.replace("LOT", lot));

const textsShared = (page: Page, texts: ReadonlySet<string>, path: string) =>
  textsOn(page).then((found) => [
    ...new Set(found.filter((text) => texts.has(text)).map((text) => `${path}: ${text}`)),
  ]);

/** Opens pages in Spanish. Returns their English texts and axe's findings. */
async function faultsOf(page: Page, paths: readonly string[]) {
  const faults: string[] = [];
  for (const path of paths) {
    await open(page, `/es${path === "/" ? "" : path}`);
    expect(await page.getAttribute("html", "lang")).toBe("es");
    faults.push(...(await accessFaults(page, path)));
    faults.push(...(await textsShared(page, textsOf.en, path)));
  }
  return faults;
}

test("Spanish pages have no English text, fit all widths and pass axe", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  expect(await faultsOf(page, pages)).toEqual([]);
});

test("staff pages are in Spanish, fit all widths and pass axe", async () => {
  const page = await openOffice(stage, "admin", "phone", "/es/admin-dashboard");
  const parts = staffTabs.map(({ value }) => `/admin-dashboard?tab=${value}`);
  expect(await faultsOf(page, parts)).toEqual([]);
});

test("English pages have no Spanish text", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  const faults: string[] = [];
  for (const path of pages) {
    await open(page, path);
    faults.push(...(await textsShared(page, textsOf.es, path)));
  }
  expect(faults).toEqual([]);
});

test("a customer's own pages are in Spanish, and links keep the language", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(page, fleet, "/es");
  const faults: string[] = [];
  for (const path of ownPages) {
    faults.push(...(await faultsOf(page, [path])));
    const links = await page
      .locator('a[href^="/"]:not([hreflang])')
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    faults.push(...links.filter((to) => !/^\/(es|media|api|docs|demo)(\/|\?|$)/.test(to)));
  }
  expect(faults).toEqual([]);
});

test("the language switch leads to the same page in the other language, also for search engines", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await open(page, "/vehicles?make=Ford");
  await page.getByRole("link", { name: "Español" }).first().click();
  await page.waitForURL("**/es/vehicles?make=Ford");
  const links = await page
    .locator("head link[hreflang]")
    .evaluateAll((all) => all.map((link) => new URL(link.getAttribute("href") ?? "").pathname));
  expect(links).toEqual(["/vehicles", "/es/vehicles"]);
  expect(await page.getAttribute('head link[rel="canonical"]', "href")).toMatch(
    /:\/\/[^/]+\/es\/vehicles$/,
  );
  await page.getByRole("link", { name: "English" }).first().click();
  await page.waitForURL("**/vehicles?make=Ford");
});

test.each([
  ["desktop", "/vehicles?make=Ford"],
  ["desktop", "/dashboard?tab=profile"],
  ["phone", "/dashboard?tab=profile"],
] as const)("on a %s, the bar of %s has the language switch in one line", async (size, path) => {
  const page = await stage.open(size, { serviceWorkers: "block" });
  await signIn(page, fleet);
  await open(page, path);
  const bar = page.getByRole("banner");
  for (const [name, address] of [
    ["Español", `/es${path}`],
    ["English", path],
  ] as const) {
    const { height = 0 } = (await bar.boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(64);
    await bar.getByRole("link", { name, exact: true }).click();
    await page.waitForURL((url) => url.pathname + url.search === address);
    await awake(page);
  }
});

test("a refusal is in the page's language, whatever the browser's language is", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await open(page, "/es/signin");
  await page.locator('input[type="email"]').fill("nobody@demo.example");
  await page.locator('input[type="password"]').fill("not-the-password");
  await page.locator('form button[type="submit"]').first().click();
  await expect
    .poll(async () => (await page.getByRole("alert").allInnerTexts()).join("\n"))
    .toContain(spanish.get("Incorrect email or password"));
});
