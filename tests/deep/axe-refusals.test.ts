import fastify from "fastify";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { busyPage } from "../../server/src/http/pages/busy-page.ts";
import { accessFaults } from "../axe.ts";
import { openAwake, openStage, type Stage } from "../stage.ts";
import { stopClock } from "../stopped-clock.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

test.each(["/login", "/admin-login"] as const)(
  "%s shows the server's refusal and missing fields, and passes axe",
  async (form) => {
    const page = await stage.open("desktop");
    await openAwake(page, form);
    await page.getByLabel("Email").fill("someone@people.example");
    await page.getByLabel("Password", { exact: true }).fill("some pass phrase");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Incorrect email or password" }).waitFor();
    const found = await accessFaults(page, "refused");
    await page.getByLabel("Email").fill("");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Enter your email address").waitFor();
    found.push(...(await accessFaults(page, "not filled in")));
    expect(found).toEqual([]);
  },
);

test("a page whose scripts fail to load says so and passes axe", async () => {
  const page = await stage.open("desktop");
  await openAwake(page, "/login");
  await page.evaluate(() => sessionStorage.setItem("loaded-again", String(Date.now())));
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { level: 1, name: "Something went wrong" }).waitFor();
  expect(await page.title()).toBe("Something went wrong | Gavelyard");
  expect(await accessFaults(page, "failed")).toEqual([]);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { level: 1, name: /password|Sign in/ }).waitFor();
});

test.each([503, 429] as const)(
  "the page for status %i passes axe and can be kept open",
  async (status) => {
    const server = fastify();
    let attempts = 0;
    server.get("/", (_request, reply) => {
      attempts += 1;
      return busyPage(reply, status);
    });
    // The scan needs a running clock, and takes longer than the default delay.
    server.get("/scanned", (_request, reply) => busyPage(reply, status, 600));
    const baseURL = await server.listen({ port: 0, host: "127.0.0.1" });
    const page = await stage.open("desktop", { baseURL });
    await page.goto("/scanned");
    expect(await accessFaults(page, String(status))).toEqual([]);
    const clock = await stopClock(page);
    await page.goto("/");
    await clock.pass(3_000);
    await expect.poll(() => attempts).toBe(2);
    await page.getByRole("button", { name: "Stay on this page" }).click();
    await clock.pass(10_000);
    expect(await page.getByRole("status").innerText()).toBe("This page stays until you reload it.");
    expect(attempts).toBe(2);
    await server.close();
  },
);
