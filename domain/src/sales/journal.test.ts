import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { postingsOf, type Account, type Fact } from "./journal.ts";
import { paymentMethods, type PaymentMethod } from "./payment-methods.ts";
import { splitMoney } from "./receipts.ts";

describe("a fact's postings (D85)", () => {
  test.each<[Fact, [Account, number][]]>([
    [
      {
        kind: "INVOICED",
        lines: [
          { kind: "HAMMER", cents: 3_000 },
          { kind: "TAX", cents: 200 },
        ],
      },
      [
        ["RECEIVABLE", 3_200],
        ["HAMMER", -3_000],
        ["TAX", -200],
      ],
    ],
    [
      { kind: "VOIDED", lines: [{ kind: "HAMMER", cents: 3_000 }] },
      [
        ["RECEIVABLE", -3_000],
        ["HAMMER", 3_000],
      ],
    ],
    [
      { kind: "RECEIVED", method: "CASHIERS_CHECK", cents: 5 },
      [
        ["BANK", 5],
        ["CREDIT", -5],
      ],
    ],
    [
      { kind: "PAID", cents: 5 },
      [
        ["CREDIT", 5],
        ["RECEIVABLE", -5],
      ],
    ],
    [
      { kind: "REFUNDED", method: "CASH", cents: 5 },
      [
        ["CREDIT", 5],
        ["CASH", -5],
      ],
    ],
    [
      { kind: "GONE", method: "CARD", cents: 5 },
      [
        ["RECEIVABLE", 5],
        ["CARD", -5],
      ],
    ],
    [{ kind: "PAID", cents: 0 }, []],
  ])("%j", (fact, postings) => {
    expect(postingsOf(fact).map(({ account, cents }) => [account, cents])).toEqual(postings);
  });
});

interface Invoice {
  readonly id: number;
  readonly lines: readonly { readonly kind: "HAMMER" | "TAX"; readonly cents: number }[];
  readonly delivery: number;
  readonly isVoid: boolean;
}
interface Payment {
  readonly receipt: number;
  readonly invoice: number;
  readonly cents: number;
  readonly voided: "" | "CREDIT" | "GONE";
}

/** A house with one buyer, kept as plain rows, that notes what happened as facts. */
class House {
  readonly facts: Fact[] = [];
  readonly invoices: Invoice[] = [];
  readonly receipts: {
    readonly method: PaymentMethod;
    readonly cents: number;
    readonly refunded: number;
    readonly ended: boolean;
  }[] = [];
  payments: Payment[] = [];

  totalOf = ({ lines, delivery }: Invoice) =>
    lines.reduce((sum, { cents }) => sum + cents, delivery);
  paidOf = ({ id }: Invoice) =>
    this.payments.reduce(
      (sum, { invoice, cents, voided }) => (invoice === id && voided === "" ? sum + cents : sum),
      0,
    );
  balanceOf = (invoice: Invoice) =>
    (invoice.isVoid ? 0 : this.totalOf(invoice)) - this.paidOf(invoice);
  creditOf = (index: number) => {
    const receipt = this.receipts[index];
    if (receipt === undefined || receipt.ended) return 0;
    const spent = this.payments.reduce(
      (sum, one) => (one.receipt === index && one.voided !== "CREDIT" ? sum + one.cents : sum),
      0,
    );
    return receipt.cents - spent - receipt.refunded;
  };

  sell(hammer: number, tax: number): void {
    const lines = [
      { kind: "HAMMER", cents: hammer },
      { kind: "TAX", cents: tax },
    ] as const;
    this.invoices.push({ id: this.invoices.length, lines, delivery: 0, isVoid: false });
    this.facts.push({ kind: "INVOICED", lines });
  }

  deliver(index: number, cents: number): void {
    const invoice = this.invoices[index % this.invoices.length];
    if (invoice === undefined || invoice.isVoid) return;
    if (invoice.delivery > 0) {
      this.facts.push({ kind: "DELIVERY_REMOVED", cents: invoice.delivery });
      this.invoices[invoice.id] = { ...invoice, delivery: 0 };
    } else {
      this.facts.push({ kind: "DELIVERY_ADDED", cents });
      this.invoices[invoice.id] = { ...invoice, delivery: cents };
    }
  }

  receive(cents: number, method: PaymentMethod): void {
    this.receipts.push({ method, cents, refunded: 0, ended: false });
    this.facts.push({ kind: "RECEIVED", method, cents });
    this.allocate(this.receipts.length - 1);
  }

  allocate(index: number): void {
    if (this.receipts.length === 0) return;
    const receipt = index % this.receipts.length;
    const open = this.invoices
      .filter((invoice) => !invoice.isVoid && this.balanceOf(invoice) > 0)
      .map((invoice) => ({
        id: invoice.id,
        auctionId: 1,
        balanceCents: this.balanceOf(invoice),
        dueAtMs: invoice.id,
      }));
    for (const { invoiceId, cents } of splitMoney(this.creditOf(receipt), open)) {
      this.payments.push({ receipt, invoice: invoiceId, cents, voided: "" });
      this.facts.push({ kind: "PAID", cents });
    }
  }

  remove(index: number): void {
    const at = index % Math.max(1, this.payments.length);
    const payment = this.payments[at];
    if (payment === undefined || payment.voided !== "") return;
    const receipt = this.receipts[payment.receipt];
    if (receipt === undefined) return;
    const { cents } = payment;
    const isAll = receipt.cents === cents && receipt.refunded === 0;
    this.payments[at] = { ...payment, voided: isAll ? "GONE" : "CREDIT" };
    this.facts.push(
      isAll ? { kind: "GONE", method: receipt.method, cents } : { kind: "UNPAID", cents },
    );
  }

  refund(index: number, cents: number): void {
    const at = index % Math.max(1, this.receipts.length);
    const receipt = this.receipts[at];
    const part = Math.min(cents, this.creditOf(at));
    if (receipt === undefined || part === 0) return;
    this.receipts[at] = { ...receipt, refunded: receipt.refunded + part };
    this.facts.push({ kind: "REFUNDED", method: receipt.method, cents: part });
  }

  end(index: number): void {
    const at = index % Math.max(1, this.receipts.length);
    const receipt = this.receipts[at];
    const own = this.payments.filter((payment) => payment.receipt === at);
    if (receipt === undefined || receipt.ended || receipt.refunded > 0) return;
    if (own.some(({ voided }) => voided === "GONE")) return;
    this.payments = this.payments.map((payment) => {
      if (payment.receipt !== at || payment.voided !== "") return payment;
      this.facts.push({ kind: "UNPAID", cents: payment.cents });
      return { ...payment, voided: "CREDIT" };
    });
    this.receipts[at] = { ...receipt, ended: true };
    this.facts.push({ kind: "RETURNED", method: receipt.method, cents: receipt.cents });
  }

  default(index: number): void {
    const invoice = this.invoices[index % Math.max(1, this.invoices.length)];
    if (invoice === undefined || invoice.isVoid) return;
    if (invoice.delivery > 0)
      this.facts.push({ kind: "DELIVERY_REMOVED", cents: invoice.delivery });
    this.invoices[invoice.id] = { ...invoice, delivery: 0, isVoid: true };
    this.facts.push({ kind: "VOIDED", lines: invoice.lines });
  }
}

const cents = fc.integer({ min: 1, max: 5_000 });
const place = fc.nat(9);
const act = fc.oneof(
  fc.tuple(cents, fc.nat(500)).map(
    ([a, b]) =>
      (house: House) =>
        house.sell(a, b),
  ),
  fc.tuple(cents, fc.constantFrom(...paymentMethods)).map(
    ([sum, method]) =>
      (house: House) =>
        house.receive(sum * 2, method),
  ),
  fc.tuple(place, cents).map(
    ([at, sum]) =>
      (house: House) =>
        house.deliver(at, sum),
  ),
  place.map((at) => (house: House) => house.allocate(at)),
  place.map((at) => (house: House) => house.remove(at)),
  fc.tuple(place, cents).map(
    ([at, sum]) =>
      (house: House) =>
        house.refund(at, sum),
  ),
  place.map((at) => (house: House) => house.end(at)),
  place.map((at) => (house: House) => house.default(at)),
);

test("no cent is lost in any history of sales, payments, returns, refunds and defaults (D85)", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const house = new House();
      for (const one of acts) one(house);
      const books = new Map<Account, number>();
      for (const fact of house.facts) {
        const postings = postingsOf(fact);
        expect(postings.reduce((sum, posting) => sum + posting.cents, 0)).toBe(0);
        for (const posting of postings)
          books.set(posting.account, (books.get(posting.account) ?? 0) + posting.cents);
      }
      const of = (...names: Account[]) =>
        names.reduce((sum, name) => sum + (books.get(name) ?? 0), 0);
      const owed = house.invoices.reduce((sum, invoice) => sum + house.balanceOf(invoice), 0);
      const credit = house.receipts.reduce((sum, _, index) => sum + house.creditOf(index), 0);
      const paid = house.invoices.reduce((sum, invoice) => sum + house.paidOf(invoice), 0);
      const sold = house.invoices
        .filter(({ isVoid }) => !isVoid)
        .reduce((sum, invoice) => sum + house.totalOf(invoice), 0);
      expect(of("RECEIVABLE")).toBe(owed);
      expect(of("CREDIT")).toBe(0 - credit);
      expect(of("BANK", "CASH", "CARD")).toBe(paid + credit);
      expect(of("HAMMER", "TAX", "DELIVERY")).toBe(0 - sold);
    }),
  );
});
