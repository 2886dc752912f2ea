import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

test("pages connect only to our own origins, and the API reference works within its policy", async () => {
  const page = await stage.open("desktop");
  const refused: string[] = [];
  page.on("console", (line) => {
    if (/Content Security Policy/i.test(line.text())) refused.push(line.text());
  });
  const home = await page.goto("/", { waitUntil: "networkidle" });
  const connect = /connect-src ([^;]*)/.exec(home?.headers()["content-security-policy"] ?? "")?.[1];
  expect(connect?.split(" ")).toContain("'self'");
  expect(connect).not.toMatch(/wss?:( |$)|\*/);

  const docs = await page.goto("/docs/", { waitUntil: "networkidle" });
  expect(docs?.headers()["content-security-policy"]).toContain("default-src 'none'");
  await page.getByRole("heading", { name: "Gavelyard", exact: true }).first().waitFor();
  expect(refused).toEqual([]);
});

test.each(["?", "#"])(
  "a reset token after %s disappears from the address bar immediately",
  async (sign) => {
    const page = await stage.open("phone");
    await page.goto(`/reset-password${sign}token=from-a-mail`, { waitUntil: "networkidle" });
    await expect.poll(() => page.url()).toMatch(/\/reset-password$/);
    await page.getByLabel("New password", { exact: true }).fill("a fresh coat of paint 7");
    await page.getByLabel("Confirm new password").fill("a fresh coat of paint 7");
    const sent = page.waitForRequest("**/auth/reset-password");
    await page.getByRole("button", { name: "Change password" }).click();
    expect((await sent).postDataJSON()).toMatchObject({ token: "from-a-mail" });
  },
);
