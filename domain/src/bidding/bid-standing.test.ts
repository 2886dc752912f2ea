import { expect, test } from "vitest";
import { bidStanding, type BidFacts } from "./bid-standing.ts";

const open: BidFacts = {
  voided: false,
  retracted: false,
  leads: true,
  outcome: null,
  decision: null,
  award: null,
};
const missed = { outcome: "RESERVE_NOT_MET" } as const;

test.each<[Partial<BidFacts>, string]>([
  [{}, "WINNING"],
  [{ leads: false }, "OUTBID"],
  [{ outcome: "SOLD", award: "PENDING" }, "WON"],
  [{ outcome: "SOLD", award: "DECLARED" }, "WON"],
  [{ outcome: "SOLD", award: "PAID" }, "PAID"],
  [{ outcome: "SOLD", award: "DEFAULTED" }, "SALE_CANCELED"],
  [{ outcome: "SOLD", award: "VOID" }, "SALE_CANCELED"],
  // An override or a second chance awards the lot to a bid that was not the highest.
  [{ outcome: "SOLD", leads: false, award: "DECLARED" }, "WON"],
  [{ outcome: "SOLD", leads: false }, "NOT_WON"],
  [missed, "AWAITING_SELLER"],
  [{ ...missed, leads: false }, "NOT_WON"],
  [{ ...missed, decision: "DECLINED" }, "NOT_WON"],
  [{ ...missed, decision: "ACCEPTED", award: "PAID" }, "PAID"],
  [{ outcome: "SOLD", retracted: true }, "RETRACTED"],
  [{ voided: true, retracted: true }, "VOIDED"],
])("%j is %s", (facts, standing) => {
  expect(bidStanding({ ...open, ...facts })).toBe(standing);
});
