import { once } from "node:events";
import { createServer } from "node:http";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appearance, PagePool } from "../page-pool.ts";
import { sharedBrowser } from "../stage.ts";

const server = createServer((request, response) => {
  const type = request.url === "/worker.js" ? "text/javascript" : "text/html";
  response.setHeader("content-type", type).end();
});
let pool: PagePool;
let used: Page;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  pool = new PagePool(async () => {
    const browser = await sharedBrowser();
    const options = { baseURL: `http://127.0.0.1:${port}`, ...appearance };
    return (await browser.newContext(options)).newPage();
  });
});
afterAll(async () => {
  await used.context().close();
  server.close();
});

/** What a page keeps. */
const keptOn = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    answer: prompt("A question"),
  }));

test("a test leaves what a page can keep", async () => {
  used = await pool.take();
  await used.context().route("**/blocked", (route) => route.abort());
  await used.route("**/blocked-too", (route) => route.abort());
  used.on("dialog", (dialog) => dialog.accept("an answer"));
  await used.goto("/one");
  await used.emulateMedia({ colorScheme: "dark" });
  await used.context().newPage();
  await used.evaluate(async () => {
    document.cookie = "kept=yes; path=/";
    localStorage.setItem("kept", "yes");
    sessionStorage.setItem("kept", "yes");
    await (await caches.open("kept")).put("/kept", new Response("yes"));
    await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
  });
  expect(await keptOn(used)).toEqual({
    cookies: "kept=yes",
    local: 1,
    session: 1,
    caches: ["kept"],
    workers: 1,
    isDark: true,
    answer: "an answer",
  });
});

test("the next test gets the same page without any of it", async () => {
  const page = await pool.take();
  expect(page).toBe(used);
  expect(page.context().pages()).toEqual([page]);
  await page.goto("/blocked");
  await page.goto("/blocked-too");
  expect(await keptOn(page)).toEqual({
    cookies: "",
    local: 0,
    session: 0,
    caches: [],
    workers: 0,
    isDark: false,
    answer: null,
  });
  await page.addInitScript(() => Reflect.set(window, "kept", "yes"));
});

test("a page that got a script for all its documents isn't used again", async () => {
  const page = await pool.take();
  expect(page).not.toBe(used);
  expect(used.isClosed()).toBe(true);
  used = page;
});
