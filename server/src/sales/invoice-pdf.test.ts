import type { Invoice } from "@gavelyard/contract/payments";
import { expect, test } from "vitest";
import { invoicePdf } from "./invoice-pdf.ts";

const at = "2026-11-20T12:00:00.000Z";
const payment = (id: number): Invoice["payments"][number] => ({
  id,
  amount: 100,
  method: "WIRE",
  reference: `FW${id}`,
  receivedAt: at,
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
