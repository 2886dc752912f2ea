import { msg } from "@gavelyard/messages/text";
import type {
  payFromCredit as creditContract,
  recordReceipt as contract,
} from "@gavelyard/contract/sales/receipts";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import {
  creditCents,
  refuseParts,
  splitMoney,
  type PartsRefusal,
  type ReceiptPart,
} from "@gavelyard/domain/sales/receipts";
import { readStatementReference } from "@gavelyard/domain/sales/statement";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import { clockNow } from "../../db/clock.ts";
import { insertDocument, type DocumentRow } from "../../documents/sql.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { openSalesOf, type Recorder, type SaleActor } from "../lock-sale.ts";
import { payInvoice } from "./record-payment.ts";
import { openInvoicesOf, type OpenInvoice } from "../receipts-sql.ts";
import {
  receiptOr404,
  recordReceipt,
  type CashDesk,
  type RecordedReceipt,
} from "./record-receipt.ts";
import { debtOf } from "./take-payment.ts";
import { personById } from "../bids-sql.ts";
import { isBuyer } from "../buyer-accounts-sql.ts";
import type { Sale } from "../sale-sql.ts";

type Parts = z.output<typeof contract.body>["payments"];

/** A buyer's open invoices, all locked with their sales. */
interface OpenAccount {
  readonly userId: number;
  readonly invoices: readonly OpenInvoice[];
  readonly sales: ReadonlyMap<number, Sale>;
}

/** @throws Refusal 404; 409 if the buyer got another invoice meanwhile */
async function openAccount(tx: PoolClient, userId: number): Promise<OpenAccount> {
  if (!(await isBuyer(tx, userId))) throw notFound(msg("Buyer not found"));
  const lots = (await openInvoicesOf(tx, userId)).map(({ lotId }) => lotId);
  const sales = await openSalesOf(tx, userId, lots);
  // Read again under the locks.
  const invoices = await openInvoicesOf(tx, userId);
  if (invoices.some(({ lotId }) => !sales.has(lotId))) throw changedMeanwhile();
  return { userId, invoices, sales };
}

export const changedMeanwhile = () =>
  new Refusal(
    "edit-conflict",
    msg(
      "This buyer's invoices have just changed. Nothing was recorded. Check them, then try again.",
    ),
  );

/**
 * Records money that came in once, and pays the buyer's open invoices with it: the chosen ones, or
 * the oldest due first. The rest is the buyer's credit (D75).
 * @throws Refusal 404; 409 if the balance isn't the one that was shown, or the money is recorded
 * already; 422 for a date in the future, without a bank's reference, or for parts that don't fit
 */
export async function takeReceipt(
  tx: PoolClient,
  record: Recorder,
  userId: number,
  money: z.output<typeof contract.body> & { readonly document: DocumentRow | null },
  desk: CashDesk,
  by: SaleActor,
): Promise<void> {
  const account = await openAccount(tx, userId);
  const { invoices } = account;
  const owed = invoices.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
  if (money.balance !== undefined && dollarsToCents(money.balance) !== owed) {
    throw new Refusal(
      "edit-conflict",
      msg(
        "This buyer owes {balance}, not {shown}. Nothing was recorded. Check it, then try again.",
        { balance: formatDollars(owed), shown: formatDollars(dollarsToCents(money.balance)) },
      ),
    );
  }
  const nowMs = (await clockNow(tx)).getTime();
  const receivedAtMs = money.receivedAt === undefined ? nowMs : Date.parse(money.receivedAt);
  if (receivedAtMs > nowMs)
    throw new Refusal("value-refused", msg("receivedAt: Enter today or an earlier date"));
  const cents = dollarsToCents(money.amount);
  const named = readStatementReference(money.reference);
  const namedAuction = named?.userId === userId ? named.auctionId : null;
  const parts = partsOf(cents, money.payments, invoices, namedAuction);
  if (money.document !== null) await insertDocument(tx, money.document);
  const { method, reference, payer, repeatReason } = money;
  const documentId = money.document?.id ?? null;
  const receipt = await recordReceipt(
    tx,
    desk,
    { userId, cents, method, reference, payer, documentId, receivedAtMs, repeatReason },
    parts.map(({ invoiceId }) => invoiceId),
    by,
  );
  const paid = parts.reduce((sum, part) => sum + part.cents, 0);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "receipt-recorded",
    subjectType: "user",
    subjectId: userId,
    after: {
      receiptId: receipt.id,
      amount: centsToDollars(cents),
      method,
      reference,
      credit: centsToDollars(cents - paid),
    },
    reason: receipt.repeats?.reason ?? null,
    ip: by.ip,
  });
  // Said once, on the receipt.
  await payParts(tx, record, { ...receipt, repeats: null }, parts, account, desk, by);
}

/**
 * Pays the buyer's open invoices with what is left of a receipt (D75). Returns the buyer's ID.
 * @throws Refusal 404; 409 if the credit isn't the one that was shown; 422 for parts that don't fit
 */
export async function payFromCredit(
  tx: PoolClient,
  record: Recorder,
  receiptId: number,
  { payments, credit }: z.output<typeof creditContract.body>,
  desk: CashDesk,
  by: SaleActor,
): Promise<number> {
  const found = await receiptOr404(tx, receiptId);
  const account = await openAccount(tx, found.userId);
  const receipt = await receiptOr404(tx, receiptId);
  const left = creditCents(receipt);
  if (left === 0 || (credit !== undefined && dollarsToCents(credit) !== left)) {
    throw new Refusal(
      "edit-conflict",
      msg("{credit} of this receipt is left. Nothing was recorded. Check it, then try again.", {
        credit: formatDollars(left),
      }),
    );
  }
  const parts = partsOf(left, payments, account.invoices, null);
  if (parts.length === 0)
    throw new Refusal("wrong-state", msg("This buyer has no open invoice to pay"));
  const { method, reference } = receipt;
  const money = { id: receiptId, method, reference, repeats: null };
  await payParts(tx, record, money, parts, account, desk, by);
  return receipt.userId;
}

/** @throws Refusal 422 for chosen parts that don't fit */
function partsOf(
  leftCents: number,
  chosen: Parts,
  invoices: readonly OpenInvoice[],
  namedAuction: number | null,
): readonly ReceiptPart[] {
  if (chosen === undefined) return splitMoney(leftCents, invoices, namedAuction);
  const parts = chosen.map(({ invoiceId, amount }) => ({
    invoiceId,
    cents: dollarsToCents(amount),
  }));
  const refusal = refuseParts(leftCents, parts, invoices);
  if (refusal !== null) throw refused(refusal, parts, invoices);
  return parts;
}

function refused(
  refusal: PartsRefusal,
  parts: readonly ReceiptPart[],
  invoices: readonly OpenInvoice[],
): Refusal {
  if (refusal.code === "MORE_THAN_LEFT")
    return new Refusal("value-refused", msg("payments: These add up to more than the amount"));
  const id = parts[refusal.index]?.invoiceId;
  const invoice = invoices.find((one) => one.id === id);
  const number = invoice?.number ?? String(id);
  switch (refusal.code) {
    case "NOT_OPEN":
      return new Refusal(
        "value-refused",
        msg("payments: Invoice {number} isn't an open invoice of this buyer", { number }),
      );
    case "TWICE":
      return new Refusal(
        "value-refused",
        msg("payments: Invoice {number} is in the list twice", { number }),
      );
    case "NOTHING":
      return new Refusal(
        "value-refused",
        msg("payments: Enter more than 0 for invoice {number}", { number }),
      );
    case "MORE_THAN_DUE":
      return new Refusal(
        "value-refused",
        msg("payments: The balance of invoice {number} is only {balance}", {
          number,
          balance: formatDollars(invoice?.balanceCents ?? 0),
        }),
      );
  }
}

async function payParts(
  tx: PoolClient,
  record: Recorder,
  receipt: RecordedReceipt,
  parts: readonly ReceiptPart[],
  { userId, invoices, sales }: OpenAccount,
  { cipher }: CashDesk,
  by: SaleActor,
): Promise<void> {
  const lots = new Map(invoices.map(({ id, lotId }) => [id, lotId]));
  const buyer = await personById(tx, userId);
  for (const { invoiceId, cents } of parts) {
    const sale = sales.get(lots.get(invoiceId) ?? 0);
    if (sale === undefined) throw new Error(`invoice ${invoiceId} has no sale`);
    await payInvoice(
      tx,
      record,
      await debtOf(tx, sale),
      { ...receipt, cents },
      { buyer, cipher, by },
    );
  }
}
