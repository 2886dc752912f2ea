import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { withLinks } from "./mailbox-page.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
  for (const [key, recipient, text] of [
    [
      "1",
      "ann@example.com",
      "First <script>alert(1)</script> see https://gavelyard.example/login.",
    ],
    ["2", "bob@example.com", "Second"],
    ["3", "ann@example.com", "Third"],
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

test("JSON, newest first, for all but browsers", async () => {
  const reply = await mailbox();
  expect(reply.headers["cache-control"]).toBe("no-store");
  expect(reply.json().map((mail: { subject: string }) => mail.subject.slice(0, 5))).toEqual([
    "Third",
    "Secon",
    "First",
  ]);
  expect(reply.json()[0]).toEqual({
    id: expect.any(Number),
    to: "ann@example.com",
    subject: "Third",
    text: "Third",
    html: "Third",
    createdAt: expect.stringMatching(/Z$/),
  });
});

test("of one recipient, in any case", async () => {
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

test("links cannot leave their attribute", () => {
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
