import type { BrowserContextOptions, Page } from "playwright";
import { onTestFinished, TestRunner, vi } from "vitest";
import { watchForFailure } from "./failure-report.ts";

/** How tests see pages, unless they choose another way. */
export const appearance = { colorScheme: "light", reducedMotion: "reduce" } as const;

/**
 * A page of the product without scripts, so that nothing gets in the way of the next page's load.
 * After a page of another origin, such as `about:blank`, the next one would get a new process.
 */
export const QUIET_PAGE = "/robots.txt";

/** Events that tests listen to. */
const events = [
  "console",
  "dialog",
  "pageerror",
  "request",
  "requestfinished",
  "response",
  "websocket",
] as const;

/**
 * Pages of one product that tests use one after another: in a process that has read the product's
 * scripts before, a screen takes half of the CPU time. A reused page has no cookies, storage, routes
 * or listeners of the test before, but files in its HTTP cache.
 */
export class PagePool {
  readonly #free: Page[] = [];
  readonly #open: (options?: BrowserContextOptions) => Promise<Page>;
  readonly #serverLog: () => string;

  constructor(
    open: (options?: BrowserContextOptions) => Promise<Page>,
    serverLog: () => string = () => "",
  ) {
    this.#open = open;
    this.#serverLog = serverLog;
  }

  /**
   * Returns a page until the test is finished; outside tests, until its context is closed. With
   * options, the page isn't reused.
   */
  async take(options?: BrowserContextOptions): Promise<Page> {
    let free = options === undefined ? this.#free.pop() : undefined;
    // Chromium can end, and its pages with it.
    while (free?.isClosed() === true) free = this.#free.pop();
    const page = free ?? (await this.#open(options));
    if (TestRunner.getCurrentTest() === undefined) return page;
    const lasting = lastingChanges(page);
    const reportFailure = watchForFailure(page, this.#serverLog);
    onTestFinished(async ({ task }) => {
      await reportFailure(task);
      const isChanged =
        options !== undefined ||
        page.isClosed() ||
        lasting.some(({ mock }) => mock.calls.length > 0);
      for (const change of lasting) change.mockRestore();
      // A test may have stopped the server.
      const isClear = !isChanged && (await isCleared(page));
      if (isClear) this.#free.push(page);
      else await page.context().close();
    });
    return page;
  }
}

/** What can't be taken back: a page with one of these calls isn't reused. */
const lastingChanges = (page: Page) => {
  const context = page.context();
  return [
    vi.spyOn(page, "addInitScript"),
    vi.spyOn(page, "routeWebSocket"),
    vi.spyOn(page.clock, "install"),
    vi.spyOn(context, "addInitScript"),
    vi.spyOn(context, "grantPermissions"),
    vi.spyOn(context, "newCDPSession"),
    vi.spyOn(context, "setOffline"),
  ];
};

const isCleared = (page: Page) =>
  clear(page).then(
    () => true,
    () => false,
  );

/** Ends what the page does and removes what it keeps. */
async function clear(page: Page): Promise<void> {
  const context = page.context();
  for (const event of events) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(QUIET_PAGE);
  await page.emulateMedia({ media: null, contrast: null, forcedColors: null, ...appearance });
  await page.mouse.move(0, 0);
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", {
    origin: new URL(page.url()).origin,
    storageTypes: "all",
  });
  await devtools.send("Page.resetNavigationHistory");
  await devtools.detach();
}
