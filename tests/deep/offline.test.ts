import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { fleet, openStage, panel, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const titleOf = (page: Page) => page.getByRole("heading", { level: 1 }).innerText();

/**
 * Cuts the network or restores it. First wakes the service worker, which the browser stops after
 * half a minute without events: a worker that isn't running doesn't get the change.
 */
async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  await page.evaluate(async () => {
    // Any answer will do, also none.
    await fetch("/assets/").catch(() => {});
  });
  await page.context().setOffline(isOffline);
}

test("without a network, pages show what was seen and its age, and accept no bids", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet);
  const inventoryId = await stage.liveLot(900);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  await page.reload({ waitUntil: "networkidle" });
  const name = await titleOf(page);

  await setOffline(page, true);
  await expect.poll(() => panel(page).innerText()).toContain("this price may be out of date");
  expect(await panel(page).getByRole("button", { name: /^Bid/ }).count()).toBe(0);

  await page.reload();
  await expect.poll(() => titleOf(page)).toBe(name);
  const bar = page.getByRole("status").filter({ hasText: "You're offline." });
  await expect.poll(() => bar.innerText()).toMatch(/Last updated \w+ \d+, \d{4}/);

  // What fails is put back, and said.
  const watch = page.getByRole("button", { name: `Watch ${name}` });
  const before = await watch.getAttribute("aria-pressed");
  await watch.click();
  await page.getByText("We can't reach our server. Check your connection.").first().waitFor();
  expect(await watch.getAttribute("aria-pressed")).toBe(before);

  // A link leads to what is saved, or to the offline page.
  await page.getByRole("link", { name: "Terms" }).click();
  await page.waitForURL("**/offline");
  await page.getByRole("link", { name }).click();
  await page.waitForURL(`**/truck/${inventoryId}`);
  await expect.poll(() => titleOf(page)).toBe(name);
  await page.goto("/truck/3");
  await expect.poll(() => titleOf(page)).toBe("You're offline");

  await setOffline(page, false);
  await expect.poll(() => titleOf(page)).toBe("Saved on this device");
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  await panel(page)
    .getByRole("button", { name: /^Bid \$/ })
    .waitFor();
  expect(await bar.count()).toBe(0);
});

/** Waits until the service worker has the offline page of a language and its script. */
const offlinePageSaved = (page: Page, address: string) =>
  expect
    .poll(() =>
      page.evaluate(async (path) => {
        const cached = await Promise.all(
          (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
        );
        const paths = cached.flat().map(({ url }) => new URL(url).pathname);
        return paths.includes(path) && paths.some((one) => /offline-page.*js$/.test(one));
      }, address),
    )
    .toBe(true);

test.each([
  {
    language: "",
    title: "You're offline",
    connected: "Saved on this device",
    papers: "Pickup papers",
    saved: /Saved \w+ \d+, \d{4}/,
    signOut: "Sign Out",
  },
  {
    language: "/es",
    title: "No tiene conexión",
    connected: "Guardado en este dispositivo",
    papers: "Documentos de recolección",
    saved: /Guardado: \d+ /,
    signOut: "Cerrar sesión",
  },
])(
  "pickup papers open without a network until their owner signs out: $title",
  async ({ language, title, connected, papers, saved, signOut }) => {
    const page = await stage.open("phone");
    await signIn(page, fleet, `${language}/dashboard`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await offlinePageSaved(page, `${language}/offline`);
    await page.reload({ waitUntil: "networkidle" });

    await setOffline(page, true);
    await page.goto(`${language}/dashboard?tab=purchased`);
    await page.waitForURL(`**${language}/offline`);
    await expect.poll(() => titleOf(page)).toBe(title);
    const section = page.getByRole("region", { name: papers });
    await expect.poll(() => section.innerText()).toMatch(saved);
    expect(await section.innerText()).toMatch(/PIN[\s\S]*\b\d{6}\b[\s\S]*GY-\d{4}-\d+/);
    expect(await section.locator("button, a, input").count()).toBe(0);
    await expect
      .poll(() =>
        section
          .locator("img")
          .first()
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBeGreaterThan(0);
    expect(await accessFaults(page, title)).toEqual([]);

    await setOffline(page, false);
    await expect.poll(() => titleOf(page)).toBe(connected);
    await page.goto(`${language}/dashboard`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: signOut }).click();
    await page.waitForURL(`${stage.product.url}${language}/`);
    await setOffline(page, true);
    await page.goto(`${language}/dashboard`);
    await expect.poll(() => titleOf(page)).toBe(title);
    expect(await section.count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("pickup");
  },
);

test("requests of live connections bypass the page cache, since they may never end", async () => {
  const page = await stage.open("phone");
  await page.goto("/", { waitUntil: "networkidle" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  for (const address of ["/ws-bid/info", "/auctions"]) {
    const answer = await page.goto(address, { waitUntil: "networkidle" });
    expect(answer?.fromServiceWorker(), address).toBe(address === "/auctions");
  }
});

test("the site can be installed", async () => {
  const page = await stage.open("phone");
  await page.goto("/");
  const manifest = await page.getAttribute('link[rel="manifest"]', "href");
  const answer = await page.request.get(manifest ?? "");
  expect(answer.headers()["content-type"]).toContain("manifest");
  const { icons, start_url: start } = await answer.json();
  expect(start).toBe("/");
  for (const { src } of icons) {
    expect((await page.request.get(src)).headers()["content-type"]).toBe("image/png");
  }
});

test("opening the dashboard drops the papers of released units (ASVS 14.3.3)", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet, "/dashboard");
  const papers = () => page.evaluate(() => localStorage.getItem("pickupPapers-2") ?? "");
  await expect.poll(papers).toMatch(/"gatePin":"\d{6}"/);
  await stage.query(
    `UPDATE releases r SET released_at = clock_ms(), released_by = u.id FROM users u, awards a
      WHERE u.id = (SELECT min(id) FROM users WHERE role = 'ROLE_ADMIN') AND r.released_at IS NULL
        AND a.id = r.award_id AND a.user_id = (SELECT id FROM users WHERE email = $1)`,
    [fleet.email],
  );
  await page.reload();
  await expect.poll(papers).toContain('"papers":[]');
});
