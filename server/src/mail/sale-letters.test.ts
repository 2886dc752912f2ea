import { expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import type { MailContent } from "../jobs/mail-content.ts";
import { composeMail, sampleMail } from "./mail.ts";

const house = { publicUrl: "https://gavelyard.example", contact: readSettings({}).site };
const unit = {
  name: "Dana <b>Reyes</b>",
  inventoryId: 42,
  title: 'Peterbilt "579" & trailer',
  auctionName: "Amarillo Fall Sale",
};
const sold = { ...unit, hammerCents: 4_125_000 };
const offered = {
  ...unit,
  timeZone: "America/Chicago",
  bidCents: 3_000_000,
  offerCents: 3_500_000,
  until: "2026-11-25T23:00:00.000Z",
};
const recorded = { seq: 3, hash: "ab".repeat(32), salt: "cd".repeat(32) };
const contents = [
  {
    kind: "DECLARED",
    ...sold,
    timeZone: "America/Chicago",
    invoiceNumber: "GY-2026-000042",
    lines: [
      { label: "Hammer price", cents: 4_125_000 },
      { label: "Buyer's premium", cents: 256_250 },
    ],
    totalCents: 4_381_250,
    paymentDueAt: "2026-11-25T23:00:00.000Z",
  },
  { kind: "RUNNER_UP", ...sold, bidCents: 4_100_000 },
  { kind: "BID_DECLINED", ...unit, bidCents: 3_000_000 },
  { kind: "COUNTER_OFFER", ...offered, recorded },
  {
    kind: "COUNTER_SENT",
    ...unit,
    timeZone: "America/Chicago",
    offerCents: 3_200_000,
    until: offered.until,
    recorded,
  },
  {
    kind: "NEGOTIATION_OVER",
    ...unit,
    news: "The seller declined your counteroffer of $32,000.",
    bidCents: 3_000_000,
    recorded: { ...recorded, salt: null },
  },
  { kind: "NEGOTIATION_NEWS", ...unit, auctionId: 7, news: "Dana declined $35,000." },
  { kind: "SECOND_CHANCE", ...offered },
  { kind: "OFFER_WITHDRAWN", ...unit, offerCents: 3_500_000 },
  { kind: "BID_VOIDED", ...sold, bidCents: 900_000, reason: "Wrong lot <b>here</b>" },
  { kind: "AWARD_ENDED", ...sold, how: "DEFAULTED", reason: "No wire <i>came</i>" },
  { kind: "AWARD_ENDED", ...sold, how: "VOID", reason: "Title problem" },
  { kind: "PAYMENT_RECEIVED", ...sold, invoiceNumber: "GY-2026-000042", paidCents: 4_381_250 },
  {
    kind: "PART_PAYMENT",
    ...unit,
    timeZone: "America/Chicago",
    invoiceNumber: "GY-2026-000042",
    receivedCents: 1_000_000,
    balanceCents: 3_381_250,
    paymentDueAt: "2026-11-25T23:00:00.000Z",
  },
  {
    kind: "PAYMENT_VOIDED",
    ...unit,
    invoiceNumber: "GY-2026-000042",
    voidedCents: 1_000_000,
    balanceCents: 4_381_250,
    reason: "The check <b>bounced</b>",
    endsRelease: false,
  },
  {
    kind: "PAYMENT_VOIDED",
    ...unit,
    invoiceNumber: "GY-2026-000042",
    voidedCents: 1_000_000,
    balanceCents: 4_381_250,
    reason: "The check <b>bounced</b>",
    endsRelease: true,
  },
  {
    kind: "PROOF_REFUSED",
    ...unit,
    invoiceNumber: "GY-2026-000042",
    reason: "This is the wire of <b>another</b> auction",
  },
  {
    kind: "PICKUP_SET",
    ...unit,
    timeZone: "America/Chicago",
    yard: "Amarillo Yard, 1 I-40, Amarillo, TX 79101",
    day: "2026-11-24",
    fromHour: 9,
    untilHour: 11,
  },
  { kind: "DELIVERY_REQUESTED", ...unit, destination: "<i>Dallas</i>, TX 75201" },
  {
    kind: "RELEASE_ISSUED",
    ...unit,
    timeZone: "America/Chicago",
    yard: "Amarillo Yard, 1 I-40, Amarillo, TX 79101",
    pickupDueAt: "2026-11-25T23:00:00.000Z",
  },
] as const satisfies readonly MailContent[];

test.each(contents)(
  "$kind has a recipient and a link, and lets nothing become markup",
  (content) => {
    const { subject, text, html } = composeMail(content, house, new Map());
    expect(subject).toContain('Peterbilt "579" & trailer');
    expect(text).toContain("Hello Dana <b>Reyes</b>,");
    expect(text).toContain("https://gavelyard.example/");
    expect(html).not.toMatch(/<[bi]>/);
  },
);

const textOf = (kind: MailContent["kind"]) => {
  const content = contents.find((each) => each.kind === kind);
  if (content === undefined) throw new Error(`no sample of ${kind}`);
  return composeMail(content, house, new Map()).text;
};

test("a declared winner gets every invoice line, the total and the due time in the auction's time zone", () => {
  const text = textOf("DECLARED");
  for (const part of ["GY-2026-000042", "$41,250", "Buyer's premium: $2,562.50", "$43,812.50"])
    expect(text).toContain(part);
  expect(text).toMatch(/Wednesday, Nov 25, 2026.*5:00\sPM CST/);
});

test("emails about sales end with a line that operators can't change (D38)", () => {
  for (const kind of ["WON", "DECLARED", "SECOND_CHANCE", "PART_PAYMENT"] as const) {
    const text = { subject: "Pay now", body: "Wire it to account 123456." };
    const { text: written } = sampleMail(kind, text, house);
    expect(written).toMatch(/account 123456[^]*We never send bank details by email/);
  }
});

test("an offer has the bid, the price and the time until which it is valid", () => {
  for (const kind of ["COUNTER_OFFER", "SECOND_CHANCE"] as const) {
    expect(textOf(kind)).toMatch(/\$30,000[^]*\$35,000[^]*Nov 25, 2026.*5:00\sPM CST/);
  }
});

test("a second-chance offer speaks of no winner, since a negotiation may have failed", () => {
  const text = textOf("SECOND_CHANCE");
  expect(text).toContain(
    'Peterbilt "579" & trailer in Amarillo Fall Sale is still available. You bid $30,000, and you can have it for $35,000, plus fees and taxes.',
  );
  expect(text).not.toContain("winner");
});

test("the release says where and by when, without a PIN", () => {
  const text = textOf("RELEASE_ISSUED");
  expect(text).toContain("Amarillo Yard, 1 I-40, Amarillo, TX 79101");
  expect(text).not.toMatch(/\b\d{6}\b/);
});

test("each step of a negotiation has its hash and salt, to check against the lot's proof", () => {
  const step = `step 3 of the negotiation must always have the hash ${recorded.hash}`;
  const bodyOf = (content: MailContent) => composeMail(content, house, new Map()).text;
  expect(bodyOf({ kind: "COUNTER_OFFER", ...offered, recorded })).toContain(
    `${step}, and its amount the salt ${recorded.salt}.`,
  );
  const over = { kind: "NEGOTIATION_OVER", ...unit, news: "It expired.", bidCents: 1 } as const;
  expect(bodyOf({ ...over, recorded: { ...recorded, salt: null } })).toContain(`${step}.`);
  expect(bodyOf({ ...over, recorded: null })).not.toContain("on record");
});
