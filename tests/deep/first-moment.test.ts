import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { awake, fleet, openStage, panel, signIn, type Stage } from "../stage.ts";

declare global {
  interface Window {
    /** How many cards the page has, and how many of them React hydrated in one task at most. */
    hydration?: { readonly alive: number; readonly most: number };
  }
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

/** Opens a page, but delays its scripts until `act` has finished. */
async function beforeScripts(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const acted = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await acted.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await act();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(path);
  acted.resolve();
}

test("a sign-in before the scripts have loaded completes once they have", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await beforeScripts(page, "/signin", async () => {
    await page.getByLabel("Email").fill(fleet.email);
    await page.getByLabel("Password", { exact: true }).fill(fleet.password);
    await page.keyboard.press("Enter");
  });
  await page.waitForURL("**/dashboard");
  expect(page.url()).not.toContain(encodeURIComponent(fleet.password));
});

test("a sign-up before the scripts have loaded sends its code once they have", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  const email = "early@people.example";
  await beforeScripts(page, "/register", async () => {
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send code" }).click();
  });
  await page.waitForURL("**/otp-verification");
  expect(await page.getByText("We sent a code to").innerText()).toContain(email);
});

test("a search before the scripts have loaded keeps the URL's filters", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await beforeScripts(page, "/vehicles?sort=PRICE_LOW", async () => {
    await page.getByRole("searchbox").fill("Peterbilt");
    await page.keyboard.press("Enter");
  });
  await page.waitForURL("**/vehicles?sort=PRICE_LOW&q=Peterbilt");
  expect(await page.getByRole("searchbox").inputValue()).toBe("Peterbilt");
});

test("text typed into the search before the scripts have loaded stays, and is searched later", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await beforeScripts(page, "/vehicles", () => page.getByRole("searchbox").fill("Kenw"));
  await awake(page);
  const all = await page.getByText(/^[\d,]+ units?$/).innerText();
  await page.getByRole("searchbox").press("End");
  await page.keyboard.type("orth");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/vehicles?q=Kenworth");
  const units = () => page.getByText(/^[\d,]+ units?$/).innerText();
  await expect.poll(units).not.toBe(all);
  // The field follows the URL, so it is empty again.
  await page.goBack();
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("");
});

test("a maximum submitted before the scripts have loaded waits for its confirmation", async () => {
  const unit = await stage.liveLot(600);
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await signIn(page, fleet);
  await beforeScripts(page, `/truck/${unit}`, async () => {
    expect(
      await panel(page)
        .getByRole("link", { name: /^Sign in to bid/ })
        .isVisible(),
    ).toBe(false);
    await panel(page).getByLabel("Or set a maximum bid ($)").fill("900500");
    await page.keyboard.press("Enter");
  });
  const confirm = panel(page).getByRole("group", { name: "Confirm your bid" });
  await confirm.getByText("Set a maximum bid of $900,500?").waitFor();
  await panel(page).getByText("0 bids").waitFor();
  await confirm.getByRole("button", { name: "Back" }).click();
  await expect
    .poll(() => panel(page).getByLabel("Or set a maximum bid ($)").inputValue())
    .toBe("900,500");
});

test("a half-typed maximum survives the loading of the form's script", async () => {
  const unit = await stage.liveLot(600);
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await signIn(page, fleet);
  const maximum = panel(page).getByLabel("Or set a maximum bid ($)");
  await beforeScripts(page, `/truck/${unit}`, () => maximum.fill("9005"));
  await panel(page).getByText("Buying power:").waitFor();
  await page.keyboard.type("00");
  expect(await maximum.inputValue()).toBe("900,500");
});

test("a bid pressed before the scripts have loaded waits for its confirmation", async () => {
  const unit = await stage.liveLot(600);
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(page, fleet);
  await beforeScripts(page, `/truck/${unit}`, () =>
    panel(page).getByRole("button", { name: "Bid $900,000" }).click(),
  );
  const confirm = panel(page).getByRole("group", { name: "Confirm your bid" });
  expect(await confirm.innerText()).toContain("Bid $900,000?");
});

test("facets, sort and view chosen before the scripts have loaded apply once they have", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  const facets = page.getByRole("complementary", { name: "Filters" }).getByRole("checkbox");
  const sort = page.getByRole("combobox", { name: "Sort" });
  await beforeScripts(page, "/vehicles", async () => {
    await sort.selectOption("PRICE_HIGH");
    await facets.nth(0).check();
    await facets.nth(1).check();
    await page.getByRole("button", { name: "List", exact: true }).click();
  });
  await page.waitForURL(/sort=PRICE_HIGH/);
  await expect
    .poll(() => [...new URL(page.url()).searchParams.keys()].toSorted().join())
    .toBe("auctionStatus,auctionStatus,sort,view");
  await expect.poll(() => facets.nth(0).isChecked()).toBe(true);
  await expect.poll(() => facets.nth(1).isChecked()).toBe(true);
  expect(page.url()).toContain("view=list");
  expect(await sort.inputValue()).toBe("PRICE_HIGH");
});

test("a filter chosen while the filters' script is loading applies once it has loaded", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  const acted = Promise.withResolvers<void>();
  await page.route("**/assets/facet-panel-*.js", async (route) => {
    await acted.promise;
    await route.continue();
  });
  await page.goto("/vehicles", { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("interactive").length > 0);
  const facets = page.getByRole("complementary", { name: "Filters" }).getByRole("checkbox");
  await facets.nth(0).check();
  await facets.nth(1).check();
  await facets.nth(1).uncheck();
  acted.resolve();
  await page.waitForURL(/\?auctionStatus=[A-Z]+$/);
  await expect.poll(() => facets.nth(0).isChecked()).toBe(true);
  expect(await facets.nth(1).isChecked()).toBe(false);
});

test("a button pressed before the scripts have loaded works once they have", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await beforeScripts(page, "/vehicles", () =>
    page.getByRole("button", { name: "Filters", exact: true }).click(),
  );
  const filters = page.getByRole("dialog", { name: "Filters" });
  await filters.waitFor();
  expect(await page.locator("[aria-busy=true]").count()).toBe(0);
});

test("a customer's button pressed during hydration acts for that customer", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(page, fleet);
  // Press it a few turns of the event loop after React attached the button, since hydration goes in
  // steps.
  await page.addInitScript(() => {
    let turns = Number(sessionStorage.getItem("turns"));
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      const button = document.querySelector<HTMLElement>("main button[aria-label^='Watch ']");
      const isKnown = Object.keys(button ?? {}).some((key) => key.startsWith("__reactProps"));
      if (isKnown && turns === 0) return button?.click();
      if (isKnown) turns -= 1;
      port2.postMessage(null);
    });
    port1.start();
    port2.postMessage(null);
  });
  for (const turns of [0, 1, 2]) {
    await page.evaluate((count) => sessionStorage.setItem("turns", String(count)), turns);
    await page.goto("/truck/2");
    await page.getByText(/^(Added to|Removed from) watchlist$/).waitFor();
    expect(new URL(page.url()).pathname).toBe("/truck/2");
  }
});

test.each([
  ["/", "a visitor"],
  ["/vehicles", "a visitor"],
  ["/vehicles?zip=75050", "a customer"],
])(
  "the cards of %s hydrate in many tasks for %s, so that a tap waits for few",
  async (path, who) => {
    const page = await stage.open("phone", { serviceWorkers: "block" });
    if (who === "a customer") await signIn(page, fleet);
    const browser = await page.context().newCDPSession(page);
    await browser.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    await page.addInitScript(() => {
      const { port1, port2 } = new MessageChannel();
      let alive = 0;
      let most = 0;
      // Like React's tasks, each count is a message, so that it comes between them.
      port1.addEventListener("message", () => {
        const cards = [...document.querySelectorAll(".unit-card")];
        const now = cards.filter((card) =>
          Object.keys(card).some((key) => key.startsWith("__reactProps")),
        ).length;
        most = Math.max(most, now - alive);
        alive = now;
        if (alive === 0 || alive < cards.length) port2.postMessage(null);
        else window.hydration = { alive, most };
      });
      port1.start();
      port2.postMessage(null);
    });
    await page.goto(path);
    const hydration = await page.waitForFunction(() => window.hydration);
    const { alive, most } = (await hydration.jsonValue()) ?? { alive: 0, most: 0 };
    expect(alive).toBeGreaterThanOrEqual(12);
    expect(most).toBeLessThan(alive);
  },
);

test.each([
  ["before the scripts have loaded", "**/assets/*.js"],
  ["while the bid form's script is loading", "**/assets/bid-parts-*.js"],
])("the bottom bar pressed %s asks for the bid once they have", async (_when, late) => {
  const unit = await stage.liveLot(600);
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await signIn(page, fleet);
  const acted = Promise.withResolvers<void>();
  await page.route(late, async (route) => {
    await acted.promise;
    await route.continue();
  });
  await page.goto(`/truck/${unit}`, { waitUntil: "commit" });
  if (late.includes("bid-parts"))
    await page.waitForFunction(() => performance.getEntriesByName("interactive").length > 0);
  const bar = page.getByRole("region", { name: "Next bid" });
  await bar.getByRole("button", { name: "Bid $900,000" }).click();
  acted.resolve();
  const confirm = page.getByRole("dialog").getByRole("group", { name: "Confirm your bid" });
  expect(await confirm.innerText()).toContain("Bid $900,000?");
  await confirm.getByRole("button", { name: "Back" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await panel(page).getByText("0 bids").waitFor();
});

test.each([
  ["before the scripts have loaded", "**/assets/*.js"],
  ["while the condition's script is loading", "**/assets/condition-*.js"],
])("a finding's number pressed %s leads to its line, once", async (_when, late) => {
  const [unit] = await stage.query<{ id: number }>(
    `SELECT id FROM inventory WHERE inventory_type = 'TRUCK_TRACTOR' AND status = 'IN_AUCTION'
      AND specs @? '$.conditionReport.sections[*] ? (@.severity != "NONE")' ORDER BY id LIMIT 1`,
  );
  const page = await stage.open("phone", { serviceWorkers: "block" });
  const acted = Promise.withResolvers<void>();
  await page.route(late, async (route) => {
    await acted.promise;
    await route.continue();
  });
  await page.goto(`/truck/${unit?.id}`, { waitUntil: "commit" });
  if (late.includes("condition"))
    await page.waitForFunction(() => performance.getEntriesByName("interactive").length > 0);
  const mark = page.locator("#drawing-finding-1");
  await mark.click();
  await expect.poll(() => mark.getAttribute("aria-busy")).toBe("true");
  acted.resolve();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("list-finding-1");
  expect(await page.locator("[aria-busy=true]").count()).toBe(0);
});

test("a code entered before the scripts have loaded is verified once they have", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  const email = "early-code@people.example";
  await page.goto("/register", { waitUntil: "networkidle" });
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.waitForURL("**/otp-verification");
  const codes = () =>
    stage.query<{ code: string }>(
      "SELECT substring(text_body from '[0-9]{6}') AS code FROM mails WHERE recipient = $1",
      [email],
    );
  await expect.poll(codes).toHaveLength(1);
  const [sent] = await codes();
  await beforeScripts(page, "/otp-verification", async () => {
    await page.getByLabel("Code").fill(sent?.code ?? "");
    await page.keyboard.press("Enter");
  });
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/otp-verification");
});

test.each(["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example"])(
  "a return address outside the site, %j, is ignored",
  async (from) => {
    const page = await stage.open("phone", { serviceWorkers: "block" });
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await page.getByLabel("Email").fill(fleet.email);
    await page.getByLabel("Password", { exact: true }).fill(fleet.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(({ pathname }) => pathname !== "/login");
    expect(page.url()).toBe(`${stage.product.url}/dashboard`);
  },
);

test("a visitor sees how to sign in from the start, and returns to the lot", async () => {
  const unit = await stage.liveLot(600);
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await beforeScripts(page, `/truck/${unit}`, async () => {
    const link = panel(page).getByRole("link", { name: /^Sign in to bid/ });
    expect(await link.isVisible()).toBe(true);
    expect(
      await panel(page)
        .getByRole("button", { name: /^Bid \$/ })
        .isVisible(),
    ).toBe(false);
  });
  await panel(page)
    .getByRole("link", { name: /^Sign in to bid/ })
    .click();
  await page.waitForURL(/\/login/);
  await page.getByLabel("Email").fill(fleet.email);
  await page.getByLabel("Password", { exact: true }).fill(fleet.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname === `/truck/${unit}`);
  await panel(page).getByText("Bid $900,000?").waitFor();
});

test("a first visit is painted before it asks for scripts and fonts, a second has its fonts", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  // A busy machine paints after the three seconds that scripts wait at most.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => (ms === 3_000 ? 0 : setTimeout(work, ms)),
    });
  });
  /** Returns which scripts and fonts were asked for before the page was painted. */
  const askedBeforePaint = async () => {
    await page.locator("html[data-fonts]").waitFor();
    await awake(page);
    return page.evaluate(() => {
      const [painted] = performance.getEntriesByName("first-contentful-paint");
      if (painted === undefined) throw new Error("the page was not painted");
      return performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => startTime < painted.startTime)
        .flatMap(({ name }) => /[^/]+\.(?:js|woff2)$/.exec(name)?.[0] ?? []);
    });
  };
  await page.goto("/vehicles");
  expect(await askedBeforePaint()).toEqual([]);
  await page.reload();
  const loaded = await askedBeforePaint();
  expect(loaded).toContainEqual(expect.stringMatching(/^overpass-.*woff2$/));
  expect(loaded).not.toContainEqual(expect.stringMatching(/js$/));
});
