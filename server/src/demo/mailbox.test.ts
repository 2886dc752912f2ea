import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grantAdministrator } from "../sign-in/first-admin.ts";
import { openAuthApp, password, type AuthApp } from "../testing/auth-app.ts";
import { setDemoMark } from "../demo-accounts/mark-sql.ts";
import { withLinks } from "./mailbox-page.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
  await setDemoMark(app.context.pool, { deliveries: 0 });
  for (const [key, recipient, text] of [
    [
      "1",
      "ann@example.com",
      "First <script>alert(1)</script> see https://gavelyard.example/login.",
    ],
    ["2", "bob@example.com", "Second"],
    ["3", "ann@example.com", "Third"],
    ["4", "admin@demo.example", "Reset"],
  ]) {
    await app.query(
      "INSERT INTO mails (event_key, recipient, subject, text_body, html_body) VALUES ($1, $2, $3, $3, $3)",
      [key, recipient, text],
    );
  }
});
afterAll(() => app.close());

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const mailbox = (query = "", accept?: string) =>
  app.app.inject({
    url: `/demo/mailbox${query}`,
    headers: accept === undefined ? {} : { accept },
  });

describe("from a remote address (D37)", () => {
  const remote = { remoteAddress: "203.0.113.7" };
  const passedOn = { headers: { "x-forwarded-for": "203.0.113.7" } };
  const renamed = { headers: { host: "evil.example" } };

  test.each([
    ["a public address", remote],
    ["a proxy that nobody named", passedOn],
    ["a site that points its name here", renamed],
  ])("the mailbox is closed to %s", async (_who, from) => {
    const reply = await app.app.inject({ url: "/demo/mailbox?to=admin@demo.example", ...from });
    expect([reply.statusCode, reply.json().message]).toEqual([
      403,
      expect.stringContaining("DEMO_PUBLIC=1"),
    ]);
  });

  test("a demo account can't sign in, and any other can", async () => {
    const email = "admin@demo.example";
    await grantAdministrator(app.context, { email, name: "Ruth Alvarado", password });
    expect((await app.logIn(email, password, "203.0.113.7")).statusCode).toBe(403);
    expect((await app.logIn("ADMIN@demo.example ", password, "203.0.113.7")).statusCode).toBe(403);
    expect((await app.logIn(email, password, "192.168.1.20")).statusCode).toBe(200);
    const elsewhere = await app.app.inject({
      method: "POST",
      url: "/auth/login",
      headers: renamed.headers,
      payload: { email, password },
    });
    expect(elsewhere.statusCode).toBe(403);
    const other = await app.administrator();
    expect((await app.logIn(other.email, password, "203.0.113.7")).statusCode).toBe(200);
  });

  test("a public demo is open to everyone, but shows the emails of demo accounts alone", async () => {
    const open = await app.sibling({ demoPublic: true });
    const reply = await open.app.inject({ url: "/demo/mailbox", ...remote });
    expect(reply.json().map((mail: { to: string }) => mail.to)).toEqual(["admin@demo.example"]);
    const other = await open.app.inject({ url: "/demo/mailbox?to=ann@example.com", ...remote });
    expect(other.json()).toEqual([]);
    expect((await open.logIn("admin@demo.example", password, "203.0.113.7")).statusCode).toBe(200);
    await open.close();
  });
});

test("a database that no demo filled has no mailbox", async () => {
  await app.query("UPDATE site_facts SET name = 'not-demo' WHERE name = 'demo'");
  expect((await mailbox()).statusCode).toBe(404);
  await app.query("UPDATE site_facts SET name = 'demo' WHERE name = 'not-demo'");
});

test("JSON, newest first, for all but browsers", async () => {
  const reply = await mailbox();
  expect(reply.headers["cache-control"]).toBe("no-store");
  // The remote sign-ins were reported to their owners.
  const mails = reply
    .json<{ subject: string }[]>()
    .filter(({ subject }) => !subject.startsWith("New sign-in"));
  expect(mails.map(({ subject }) => subject.slice(0, 5))).toEqual([
    "Reset",
    "Third",
    "Secon",
    "First",
  ]);
  expect(mails[1]).toEqual({
    id: expect.any(Number),
    to: "ann@example.com",
    subject: "Third",
    text: "Third",
    html: "Third",
    createdAt: expect.stringMatching(/Z$/),
  });
});

test("of one recipient, in upper or lower case", async () => {
  const reply = await mailbox("?to=ANN@example.com");
  expect(reply.json()).toHaveLength(2);
  expect((await mailbox("?to=nobody@example.com")).json()).toEqual([]);
});

test("a page for browsers, in which mails are text and their links are links", async () => {
  const { headers, body } = await mailbox("?to=ann@example.com", browser);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(body).not.toContain("<script>alert");
  expect(body).toContain('<a href="https://gavelyard.example/login" rel="noreferrer">');
  expect(body.indexOf("Third")).toBeLessThan(body.indexOf("First"));
  expect((await mailbox("?to=%22%3E%3Cscript%3E", browser)).body).not.toContain('"><script>"');
});

test("links can't break out of their attribute", () => {
  expect(withLinks(`https://x.example/"onclick="y`)).toBe(
    '<a href="https://x.example/" rel="noreferrer">https://x.example/</a>&quot;onclick=&quot;y',
  );
  expect(withLinks("javascript:alert(1)")).toBe("javascript:alert(1)");
});

test.each([{ demo: false }, { smtpUrl: "smtp://127.0.0.1:1" }])(
  "does not exist with %j",
  async (settings) => {
    const other = await app.sibling(settings);
    expect((await other.get("/demo/mailbox")).statusCode).toBe(404);
    await other.close();
  },
);
