import type { Invoice } from "@gavelyard/contract/sales/payments";
import { fastify } from "fastify";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { registerLanguages, inLanguage } from "../../http/reader-language.ts";
import { invoicePdf } from "./invoice-pdf.ts";

const at = "2026-11-20T12:00:00.000Z";
const payment = (id: number): Invoice["payments"][number] => ({
  id,
  amount: 100,
  method: "WIRE",
  reference: `FW${id}`,
  receivedAt: at,
  receiptId: 1,
  recordedAt: at,
  voided: null,
});
const invoice: Invoice = {
  id: 1,
  number: "GY-2026-000042",
  status: "PARTIAL",
  awardId: 1,
  userId: 1,
  billTo: {
    name: "Lee Buyer",
    companyName: "Lee Hauling",
    email: "lee@example.com",
    address: null,
  },
  auctionId: 1,
  auctionName: "Panhandle Class 8 Sale",
  timeZone: "America/Chicago",
  lotNumber: "14",
  inventoryId: 1,
  name: "2019 Peterbilt 579",
  stockNumber: "S1",
  vin: "1XPBDP9X1KD123456",
  lines: [
    { kind: "HAMMER", label: "Hammer price", amount: 30_000 },
    { kind: "BUYER_PREMIUM", label: "Buyer's premium", amount: 2_000 },
    { kind: "DOC_FEE", label: "Document fee", amount: 150 },
    { kind: "TAX", label: "Sales tax", amount: 2_475 },
    { kind: "DELIVERY", label: "Delivery", amount: 1_190 },
  ],
  total: 35_815,
  paid: 900,
  balance: 34_915,
  issuedAt: at,
  dueAt: at,
  payments: Array.from({ length: 9 }, (_, index) => payment(index + 1)),
  release: null,
  title: null,
  pickup: null,
  delivery: null,
  yard: { place: "Amarillo, TX", timeZone: "America/Chicago", opensHour: 8, closesHour: 17 },
  serverTime: at,
};
const site = {
  address: "1 I-40, Amarillo, TX",
  phone: "+1 806 555 0100",
  email: "desk@yard.example",
};

test("the longest instructions beside many payments still fit on one page", async () => {
  const note = "Ask your bank for a same-day wire in US dollars. ".repeat(4).trim();
  const account = {
    bankName: "B".repeat(80),
    accountHolder: "H".repeat(80),
    routingNumber: "011401533",
    accountNumber: "12345678901234567",
    wireNote: note,
    achNote: note,
  };
  const printed = (await invoicePdf(invoice, site, account)).toString("latin1");
  expect(printed.match(/\/Type \/Page$/gm)).toHaveLength(1);
});

function textOf(pdf: Buffer): string {
  const raw = pdf.toString("latin1");
  const streams = [...raw.matchAll(/stream\n([^]*?)\nendstream/g)].map(([, body = ""]) => {
    const bytes = Buffer.from(body, "latin1");
    return bytes[0] === 0x78 ? inflateSync(bytes).toString("latin1") : "";
  });
  return [...streams.join("\n").matchAll(/\[(.*?)\] TJ/g)]
    .map(([, parts = ""]) =>
      [...parts.matchAll(/<([\da-f]*)>/g)]
        .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
        .join(""),
    )
    .join("\n");
}

test("an invoice is written in its reader's language, payments included", async () => {
  const app = fastify();
  registerLanguages(app, ["en", "es"]);
  const printed = await inLanguage("es", () => invoicePdf(invoice, site, null));
  expect(textOf(await invoicePdf(invoice, site, null))).toContain("Payment on Nov 20, 2026 (Wire");
  const lines = textOf(printed).split("\n");
  expect(lines).toContain("Precio de martillo");
  expect(lines.find((line) => line.startsWith("Pago del"))).toContain("Transferencia");
  expect(lines.filter((line) => /\b(wire|paid|balance|lot|due|the)\b/i.test(line))).toEqual([]);
  await app.close();
});
