import { expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import type { MailContent } from "../jobs/mail-content.ts";
import { composeMail } from "./mail.ts";

const house = { publicUrl: "https://gavelyard.example", contact: readSettings({}).site };
const lot = {
  name: "Dana <b>Reyes</b>",
  inventoryId: 42,
  title: 'Peterbilt "579" & trailer',
  auctionName: "Amarillo Fall Sale",
  hammerCents: 4_125_000,
};
const contents: MailContent[] = [
  { kind: "CODE", code: "012345" },
  { kind: "WELCOME", name: "Dana", bidLimitCents: 2_500_000 },
  { kind: "WON", ...lot, paymentDueAt: "2026-11-25T23:00:00.000Z", timeZone: "America/Chicago" },
  { kind: "LOST", ...lot },
  { kind: "RESERVE_NOT_MET", ...lot },
];

test("the code is the only six-digit number in the email", () => {
  const { text, html } = composeMail({ kind: "CODE", code: "012345" }, house, new Map());
  expect(text.match(/\d{6,}/g)).toEqual(["012345"]);
  expect(html.match(/\d{6,}/g)).toEqual(["012345"]);
});

test("an address with an account is asked to sign in, without a code", () => {
  const { text } = composeMail({ kind: "ALREADY_REGISTERED" }, house, new Map());
  expect(text).toContain("https://gavelyard.example/login");
  expect(text).not.toMatch(/\d{6}/);
});

test("a winner gets the price and the due time in the auction's time zone", () => {
  const { subject, text } = composeMail(
    contents[2] ?? { kind: "ALREADY_REGISTERED" },
    house,
    new Map(),
  );
  expect(subject).toBe('You won Peterbilt "579" & trailer');
  expect(text).toContain("$41,250");
  expect(text).toMatch(/Wednesday, Nov 25, 2026.*5:00\sPM CST/);
  expect(text).toContain("https://gavelyard.example/dashboard");
});

test("everyone who bid is sent the root of the lot's record, if it has one", () => {
  const proofRoot = "5d".repeat(32);
  for (const content of contents.slice(2)) {
    if (content.kind !== "WON" && content.kind !== "LOST" && content.kind !== "RESERVE_NOT_MET")
      continue;
    const { text } = composeMail({ ...content, proofRoot }, house, new Map());
    expect(text).toContain(proofRoot);
    expect(text).toContain("https://gavelyard.example/truck/42");
    expect(composeMail({ ...content, proofRoot: null }, house, new Map()).text).not.toContain(
      "root",
    );
  }
});

test("nothing that people entered becomes markup", () => {
  for (const content of contents) {
    const { html } = composeMail(content, house, new Map());
    expect(html).not.toContain("<b>");
    expect(html).not.toContain('"579"');
  }
});
