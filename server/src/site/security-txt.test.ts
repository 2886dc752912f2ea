import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";

const PATH = "/.well-known/security.txt";
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

async function fields(): Promise<string[][]> {
  const { statusCode, headers, body } = await app.get(PATH);
  expect(statusCode).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  return body
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/: (.*)/, 2));
}

test("security.txt has each field of RFC 9116 once", async () => {
  const [contact, expires, ...others] = await fields();
  expect(contact).toEqual(["Contact", `mailto:${app.context.settings.site.email}`]);
  expect(expires?.[0]).toBe("Expires");
  expect(others).toEqual([
    ["Canonical", `https://gavelyard.example${PATH}`],
    ["Policy", "https://gavelyard.example/security"],
    ["Preferred-Languages", "en"],
  ]);
});

test("security.txt is valid for some months, less than a year", async () => {
  const [, [, expires = ""] = []] = await fields();
  const leftMs = Date.parse(expires) - Date.now();
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  expect(leftMs).toBeGreaterThan(YEAR_MS / 4);
  expect(leftMs).toBeLessThan(YEAR_MS);
});

test("security.txt names the contact that administrators set", async () => {
  const { jwt } = await app.administrator();
  const { contact } = (await app.get("/api/adminsupport/settings", jwt)).json();
  const value = { ...contact.value, email: "security@yard.example" };
  const reply = await app.put(
    "/api/admin/settings",
    { section: "contact", value, updatedAt: contact.updatedAt },
    jwt,
  );
  expect(reply.statusCode, reply.body).toBe(200);
  expect((await fields())[0]).toEqual(["Contact", "mailto:security@yard.example"]);
});

test("security.txt answers HEAD, and only its exact path", async () => {
  expect((await app.app.inject({ method: "HEAD", url: PATH })).statusCode).toBe(200);
  for (const path of [`${PATH}/`, "/.well-known/", "/.well-known/other"])
    expect((await app.get(path)).statusCode).toBe(404);
});
