import type { Page, Route } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { call, staff, tokenOf } from "../office.ts";
import { fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

/**
 * Two people use one tab, one after the other. However the first session ends, nothing of it
 * remains.
 */
const sides = ["customer", "staff"] as const;
type Side = (typeof sides)[number];
const second = {
  customer: { email: "new@demo.example", password: "first-day-at-auction-5" },
  staff: staff.admin,
} as const;

interface First {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly userId: number;
}

let stage: Stage;
let admin: string;
let created = 0;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  admin = (await tokenOf(stage, staff.admin)).jwt;
});
afterAll(() => stage?.close());

/** Creates an account that the test signs out or deletes. */
async function newAccount(side: Side): Promise<First> {
  created += 1;
  const account = {
    name: `Leaving Person ${created}`,
    email: `leaving-${created}@people.example`,
    password: side === "staff" ? staff.admin.password : "a long road home 9",
  };
  await stage.query(
    `INSERT INTO email_codes (email, network, code_hash, sent_at, expires_at, tries_left, verified_until)
      VALUES ($1, '127.0.0.1', 'none', clock_ms(), clock_ms(), 0, clock_ms() + interval '5 minutes')`,
    [account.email],
  );
  const role = side === "staff" ? "ROLE_ADMIN_SUPPORT" : "ROLE_CUSTOMER";
  const by = side === "staff" ? admin : null;
  const answer = await call(stage, "/auth/signup", by, "POST", { ...account, role });
  expect(answer.status).toBe(200);
  // Support sets its password by a link (D58).
  if (side === "staff") {
    await stage.query(
      `UPDATE users SET password_hash = a.password_hash FROM users a
        WHERE users.email = $1 AND a.email = $2`,
      [account.email, staff.admin.email],
    );
  }
  return { ...account, userId: (await tokenOf(stage, account)).userId };
}

const alerts = async (page: Page) => (await page.getByRole("alert").allInnerTexts()).join("\n");
const textOf = (page: Page) => page.locator("body").innerText();
const part = (page: Page, side: Side, names: Record<Side, string>) =>
  page.getByRole(side === "customer" ? "tab" : "link", { name: names[side], exact: true });
const openProfile = (page: Page, side: Side) =>
  part(page, side, { customer: "Profile", staff: "My profile" }).click();
/**
 * Opens a part of the dashboard that needs data from the server. Until then, requests wait: the
 * answer to any of them can end the session.
 */
async function readMore(
  page: Page,
  side: Side,
  answer: (route: Route) => Promise<void>,
  before = async () => {},
): Promise<void> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route(/\/api\//, (route) => opened.then(() => answer(route)));
  await before();
  await part(page, side, { customer: "Bid limit", staff: "Users" }).click();
  open();
}

/** Ways in which a session can end, and the page that the tab then shows. */
const endings: Record<
  string,
  { readonly leads: string; readonly end: (page: Page, first: First, side: Side) => Promise<void> }
> = {
  "Sign Out": {
    leads: "/",
    end: (page) => page.getByRole("button", { name: "Sign Out", exact: true }).click(),
  },
  "Sign Out in another tab": {
    leads: "/",
    end: async (page, first) => {
      const other = await page.context().newPage();
      await openAwake(other, "/about");
      await other.getByRole("button", { name: first.name }).click();
      await other.getByRole("button", { name: "Sign Out", exact: true }).click();
      await other.waitForURL((url) => url.pathname === "/");
    },
  },
  "a refused token": {
    leads: "/login?expired=true",
    end: async (page, _first, side) => {
      await readMore(
        page,
        side,
        (route) => route.continue(),
        () => page.evaluate(() => localStorage.setItem("jwt", "not.a.token")),
      );
    },
  },
  "a failed refresh": {
    leads: "/login?expired=true",
    end: async (page, _first, side) => {
      const expired = { status: 401, json: { message: "Token expired" } };
      await page.route("**/auth/refresh-token", (route) =>
        route.fulfill({ status: 500, body: "" }),
      );
      await readMore(page, side, (route) => route.fulfill(expired));
      await expect.poll(() => alerts(page)).toContain("Failed to refresh token");
      await page.unrouteAll({ behavior: "wait" });
    },
  },
  "a suspension": {
    leads: "/login?expired=true",
    end: async (_page, { userId }) => {
      const path = `/api/admin/update-user-status/${userId}`;
      const answer = await call(stage, path, admin, "PUT", { status: "SUSPENDED", reason: "Test" });
      expect(answer.status).toBe(200);
    },
  },
  "a deletion": {
    leads: "/login?expired=true",
    end: async (_page, { userId }) => {
      const answer = await call(stage, `/api/admin/delete-user/${userId}`, admin, "DELETE");
      expect(answer.status).toBe(200);
    },
  },
};

/** Returns the browser's local and session storage. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** Stores what the screens keep for a signed-in user. */
async function leaveTraces(page: Page, { userId, name }: First): Promise<void> {
  await page.evaluate(
    ([id, who]) => {
      const notification = { id: "1", timestamp: Date.now(), read: true, to: "/dashboard" };
      localStorage.setItem(
        "notifications",
        JSON.stringify([{ ...notification, title: "You won", message: `A truck for ${who}` }]),
      );
      localStorage.setItem("recentlySeen", "[3]");
      sessionStorage.setItem(`draft:${id}:unit:new`, JSON.stringify({ typed: who }));
    },
    [userId, name] as const,
  );
}

describe.each(sides)("as %s", (side) => {
  test.each(Object.keys(endings))("%s leaves nothing to the next person", async (ending) => {
    const first = await newAccount(side);
    const page = await stage.open("desktop", { serviceWorkers: "block" });
    await page.addInitScript(() => {
      window.addEventListener("authError", (event) => {
        const message: unknown = event instanceof CustomEvent ? event.detail.message : null;
        const at = { message, path: location.pathname, jwt: localStorage.getItem("jwt") };
        Object.assign(window, { authErrors: [at] });
      });
    });
    await signIn(page, first);
    await leaveTraces(page, first);
    await openProfile(page, side);
    await page.getByText(first.email).waitFor();

    const { leads, end } = endings[ending] ?? {
      leads: "",
      end: () => Promise.reject(new Error(ending)),
    };
    await end(page, first, side);
    await page.waitForURL((url) => url.pathname + url.search === leads);
    if (leads === "/") {
      await page.getByRole("link", { name: "Sign In" }).click();
      expect(await alerts(page)).toBe("");
    } else {
      await expect.poll(() => alerts(page)).toContain("Session expired. Please log in again.");
      // The event fires before the redirect, after the token is removed.
      expect(await page.evaluate(() => Reflect.get(window, "authErrors"))).toEqual([
        {
          message: ending === "a failed refresh" ? "Failed to refresh token" : expect.any(String),
          path: side === "staff" ? "/admin-dashboard" : "/dashboard",
          jwt: null,
        },
      ]);
    }
    const storage = await stored(page);
    for (const trace of [first.name, first.email, "draft:", 'recentlySeen":"[3']) {
      expect(storage).not.toContain(trace);
    }

    // Hold back the response, so that the page can show only what the tab still has.
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/user/current", async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByLabel("Email").fill(second[side].email);
    await page.getByLabel("Password", { exact: true }).fill(second[side].password);
    const request = page.waitForRequest("**/api/user/current");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/dashboard/);
    // Staff see no parts until the response says which they may open.
    if (side === "customer") await openProfile(page, side);
    await request;
    for (const trace of [first.name, first.email]) expect(await textOf(page)).not.toContain(trace);
    answer();
    if (side === "staff") await openProfile(page, side);
    await page.getByText(second[side].email).first().waitFor();
    for (const trace of [first.name, first.email]) expect(await textOf(page)).not.toContain(trace);
  });
});

test("one person's pages and pictures aren't kept for the next", async () => {
  const first = await newAccount("customer");
  const page = await stage.open("desktop");
  await signIn(page, first);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.goto("/reset-password?token=abc");
  await openAwake(page, "/truck/3");
  const cachedPaths = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => /pages|pictures/.test(name));
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      );
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(cachedPaths).toContain("/truck/3");
  expect(await cachedPaths()).not.toContain("/reset-password");
  await page.evaluate(async () => {
    await (await caches.open("pictures-1")).put("/media/of-the-first.webp", new Response("x"));
  });
  await page.getByRole("button", { name: first.name }).click();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect.poll(cachedPaths).not.toContain("/truck/3");
  await expect.poll(cachedPaths).not.toContain("/media/of-the-first.webp");
  expect(await cachedPaths()).toContain("/offline");
});

test("the owner signs out a new device from the email, and administrators see it", async () => {
  const owner = await newAccount("customer");
  const stolen = await stage.open("desktop", { userAgent: "Firefox/156.0 on Windows" });
  await signIn(stolen, owner);
  await openProfile(stolen, "customer");
  await stolen.getByText("Signed in on a new device").waitFor();

  const mailed = () =>
    stage.query<{ text: string }>(
      "SELECT text_body AS text FROM mails WHERE recipient = $1 AND subject LIKE 'New sign-in%'",
      [owner.email],
    );
  await expect.poll(mailed).toHaveLength(1);
  const [mail] = await mailed();
  const link = /\/not-me#token=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const page = await stage.open("phone");
  await openAwake(page, link);
  await page.waitForURL(/\/not-me$/);
  await page.getByRole("button", { name: "Sign out that device" }).click();
  await page.getByRole("heading", { name: "We signed out that device" }).waitFor();
  await stolen.waitForURL(/\/login\?expired=true$/);
  await page.getByRole("link", { name: "Choose a new password" }).click();
  await page.waitForURL("**/forgot-password");
  await openAwake(page, link);
  await page.getByRole("button", { name: "Sign out that device" }).click();
  await page.getByRole("alert").filter({ hasText: "already used" }).waitFor();

  const desk = await stage.open("desktop");
  await signIn(desk, staff.admin, "/admin-dashboard?tab=security");
  await desk.getByLabel("User ID").fill(String(owner.userId));
  await desk.getByRole("button", { name: "Search", exact: true }).click();
  await desk.waitForURL(new RegExp(`account=${owner.userId}`));
  const rows = desk.getByRole("table", { name: "Security log" }).getByRole("row");
  await rows.filter({ hasText: "New device signed out from the email" }).waitFor();
  await rows.filter({ hasText: "Firefox on Windows" }).waitFor();
});

test("a page whose new token was lost in transit stays signed in", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(page, fleet, "/dashboard");
  const token = () => page.evaluate(() => localStorage.getItem("jwt"));
  const old = await token();
  await page.goto("about:blank");
  await page.route(/\/api\//, (route) =>
    route.request().headers()["authorization"] === `Bearer ${old}`
      ? route.fulfill({ status: 401, json: { message: "Token expired" } })
      : route.continue(),
  );
  const lost: number[] = [];
  const lose = async (route: Route) => {
    lost.push((await route.fetch()).status());
    await route.abort();
  };
  await page.route("**/auth/refresh-token", lose);
  await page.goto("/dashboard?tab=profile");
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  await page.unroute("**/auth/refresh-token", lose);
  await page.goto("/dashboard?tab=profile");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(page.url()).toContain("/dashboard");
  expect(new Set(lost)).toEqual(new Set([200]));
  await expect.poll(token).not.toBe(old);
});

test("two tabs whose token expires at the same time refresh it once, and stay signed in", async () => {
  const first = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(first, fleet, "/dashboard");
  const token = () => first.evaluate(() => localStorage.getItem("jwt"));
  const old = await token();
  // Leaving the page in the middle of a refresh would cut it off.
  await first.goto("about:blank");
  const second = await first.context().newPage();
  // Both tabs start to refresh before the server responds to either.
  const started = new Set<Page>();
  const bothStarted = Promise.withResolvers<void>();
  let refreshes = 0;
  for (const page of [first, second]) {
    await page.route(/\/api\//, (route) => {
      if (route.request().headers()["authorization"] !== `Bearer ${old}`) return route.continue();
      started.add(page);
      if (started.size === 2) bothStarted.resolve();
      return route.fulfill({ status: 401, json: { message: "Token expired" } });
    });
    await page.route("**/auth/refresh-token", async (route) => {
      refreshes += 1;
      await bothStarted.promise;
      await page.waitForTimeout(500);
      await route.continue();
    });
  }
  await Promise.all([first.goto("/dashboard?tab=profile"), second.goto("/dashboard?tab=profile")]);
  await expect.poll(token).not.toBe(old);
  for (const page of [first, second]) {
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).toContain("/dashboard");
    const status = await page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem("jwt")}` };
      return (await fetch("/api/user/sessions", { headers })).status;
    });
    expect(status).toBe(200);
  }
  expect(refreshes).toBe(1);
});
