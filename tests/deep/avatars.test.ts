import { afterAll, expect, inject, test } from "vitest";
import { fleet, openAwake, openDemo, openStage, sharedBrowser, signIn } from "../stage.ts";

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

test("avatars are 128 px in the bar and 64 px in the mobile menu", async () => {
  const stage = await openStage(inject("postgresUrl"));
  ends.push(() => stage.close());
  const page = await stage.open("desktop");
  await signIn(page, fleet);
  await openAwake(page, "/about");
  const avatar = page.locator("header img");
  const widthOf = async () => {
    await avatar.waitFor();
    return avatar.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
  };
  expect(await widthOf()).toEqual([128, 128]);
  expect(await avatar.getAttribute("src")).toMatch(/^\/media\/avatars\/128-\d-MV\.svg$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open menu" }).click();
  const icon = page.getByRole("navigation", { name: "Main" }).locator("img");
  await icon.waitFor();
  expect(await icon.getAttribute("src")).toMatch(/^\/media\/avatars\/64-\d-MV\.svg$/);
});

test("a configured external service draws avatars, and ours replace those it can't deliver", async () => {
  const demo = await openDemo(inject("postgresUrl"), {
    AVATAR_URL: "https://avatars.example/api/?name={name}&size={size}",
  });
  const context = await (
    await sharedBrowser()
  ).newContext({
    baseURL: demo.product.url,
    viewport: { width: 1_440, height: 900 },
    serviceWorkers: "block",
  });
  ends.push(() => context.close(), demo.close);
  const page = await context.newPage();
  const requested: string[] = [];
  let isAway = false;
  await page.route("https://avatars.example/**", (route) => {
    requested.push(route.request().url());
    if (isAway) return route.abort();
    return route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"/>',
    });
  });
  await signIn(page, fleet);
  await openAwake(page, "/about");
  const avatar = page.locator("header img");
  await avatar.waitFor();
  expect(
    await avatar.evaluate((image: HTMLImageElement) => image.decode().then(() => image.src)),
  ).toBe("https://avatars.example/api/?name=Marisol%20Vega&size=128");
  isAway = true;
  await openAwake(page, "/contact");
  await expect.poll(() => avatar.getAttribute("src")).toMatch(/^\/media\/avatars\/128-\d-MV\.svg$/);
  expect(new Set(requested)).toEqual(
    new Set(["https://avatars.example/api/?name=Marisol%20Vega&size=128"]),
  );
});
