import type { Cents } from "../money.ts";
import type { InvoiceLineKind } from "./invoice.ts";
import type { PaymentMethod } from "./payment-methods.ts";

/** Accounts of the books: where money is, what buyers owe and are owed, and what it is for. */
export const accounts = [
  "BANK",
  "CASH",
  "CARD",
  "RECEIVABLE",
  "CREDIT",
  "HAMMER",
  "BUYER_PREMIUM",
  "DOC_FEE",
  "TAX",
  "DELIVERY",
] as const;
export type Account = (typeof accounts)[number];

/** Names of the accounts in exports until the house sets its own. */
export const defaultAccountNames: Readonly<Record<Account, string>> = {
  BANK: "Assets:Bank",
  CASH: "Assets:Cash on hand",
  CARD: "Assets:Card processor",
  RECEIVABLE: "Assets:Accounts receivable",
  CREDIT: "Liabilities:Customer credit",
  HAMMER: "Income:Vehicle sales",
  BUYER_PREMIUM: "Income:Buyer's premium",
  DOC_FEE: "Income:Document fees",
  TAX: "Liabilities:Sales tax",
  DELIVERY: "Income:Delivery",
};

/** A row that was only added, as the books see it. */
export type Fact =
  | {
      readonly kind: "INVOICED" | "VOIDED";
      /** Of the sale as it was issued or voided; a delivery is a fact of its own. */
      readonly lines: readonly { readonly kind: InvoiceLineKind; readonly cents: Cents }[];
    }
  | { readonly kind: "DELIVERY_ADDED" | "DELIVERY_REMOVED"; readonly cents: Cents }
  /** Tax that a certificate took off an invoice after the sale (D95). */
  | { readonly kind: "TAX_CREDITED"; readonly cents: Cents }
  /** A payment on an invoice, and its removal while the money stays the buyer's credit. */
  | { readonly kind: "PAID" | "UNPAID"; readonly cents: Cents }
  /**
   * A receipt, its end, credit that was sent back, and a payment that was removed with all of its
   * receipt.
   */
  | {
      readonly kind: "RECEIVED" | "REVERSED" | "RETURNED" | "REFUNDED" | "GONE";
      readonly method: PaymentMethod;
      readonly cents: Cents;
    };
export type FactKind = Fact["kind"];

/** A change of an account: debits are positive, credits negative. */
export interface Posting {
  readonly account: Account;
  readonly cents: Cents;
}

const moneyIn = (method: PaymentMethod): Account =>
  method === "CASH" || method === "CARD" ? method : "BANK";

const move = (to: Account, from: Account, cents: Cents): Posting[] => [
  { account: to, cents },
  { account: from, cents: -cents },
];

const opposite = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, cents }) => ({ account, cents: -cents }));

/** Returns a fact's postings, which sum to zero (D85). Postings of 0 are left out. */
export const postingsOf = (fact: Fact): Posting[] =>
  allPostings(fact).filter(({ cents }) => cents !== 0);

function allPostings(fact: Fact): Posting[] {
  switch (fact.kind) {
    case "INVOICED": {
      const parts = fact.lines.map(({ kind, cents }) => ({
        account: kind === "TAX_CREDIT" ? "TAX" : kind,
        cents: -cents,
      }));
      const total = fact.lines.reduce((sum, { cents }) => sum + cents, 0);
      return [{ account: "RECEIVABLE", cents: total }, ...parts];
    }
    case "VOIDED":
      return opposite(allPostings({ kind: "INVOICED", lines: fact.lines }));
    case "DELIVERY_ADDED":
      return move("RECEIVABLE", "DELIVERY", fact.cents);
    case "DELIVERY_REMOVED":
      return move("DELIVERY", "RECEIVABLE", fact.cents);
    case "TAX_CREDITED":
      return move("TAX", "RECEIVABLE", fact.cents);
    case "RECEIVED":
      return move(moneyIn(fact.method), "CREDIT", fact.cents);
    case "REVERSED":
    case "RETURNED":
    case "REFUNDED":
      return move("CREDIT", moneyIn(fact.method), fact.cents);
    case "PAID":
      return move("CREDIT", "RECEIVABLE", fact.cents);
    case "UNPAID":
      return move("RECEIVABLE", "CREDIT", fact.cents);
    case "GONE":
      return move("RECEIVABLE", moneyIn(fact.method), fact.cents);
  }
}
