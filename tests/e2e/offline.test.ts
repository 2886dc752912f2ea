import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fleet, openStage, panel, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

test("without a network it shows what was seen, says how old it is, and takes no bid", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet);
  const inventoryId = await stage.liveLot(900);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  await page.reload({ waitUntil: "networkidle" });
  const name = await page.getByRole("heading", { level: 1 }).innerText();

  await page.context().setOffline(true);
  await expect.poll(() => panel(page).innerText()).toContain("this price may be out of date");
  expect(await panel(page).getByRole("button", { name: /^Bid/ }).count()).toBe(0);

  await page.reload();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe(name);
  const bar = page.getByRole("status").filter({ hasText: "You're offline." });
  await expect.poll(() => bar.innerText()).toMatch(/Last updated \w+ \d+, \d{4}/);

  await page.goto("/truck/3");
  await expect
    .poll(() => page.getByRole("heading", { level: 1 }).innerText())
    .toBe("You're offline");

  await page.context().setOffline(false);
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  await panel(page)
    .getByRole("button", { name: /^Bid \$/ })
    .waitFor();
  expect(await bar.count()).toBe(0);
  await page.context().close();
});

test("pages of live connections go by what keeps pages: they may never end", async () => {
  const page = await stage.open("phone");
  await page.goto("/", { waitUntil: "networkidle" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  for (const address of ["/ws-bid/iframe.html", "/auctions"]) {
    const answer = await page.goto(address, { waitUntil: "networkidle" });
    expect(answer?.fromServiceWorker(), address).toBe(address === "/auctions");
  }
  await page.context().close();
});

test("it can be installed", async () => {
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
  await page.context().close();
});
