import { msg } from "@gavelyard/messages/text";
import { formatDollars } from "@gavelyard/domain/money";
import {
  lacksReference,
  referenceKey,
  type PaymentMethod,
} from "@gavelyard/domain/sales/payment-methods";
import { clearsAtMs, defaultClearingDays } from "@gavelyard/domain/sales/receipts";
import { formatDate } from "@gavelyard/domain/time-zone";
import type { PoolClient } from "pg";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/pool.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { inEachLanguage } from "../../http/reader-language.ts";
import { contactOf, setting } from "../../operating-settings/sql.ts";
import {
  earlierReceipt,
  insertReceipt,
  receiptById,
  type EarlierReceipt,
  type StoredReceipt,
} from "../receipts-sql.ts";
import type { FieldCipher } from "../../db/secrets/sealed.ts";

/** What recording money needs other than the database. */
export interface CashDesk {
  readonly settings: Context["settings"];
  /** Seals gate PINs. */
  readonly cipher: FieldCipher;
}

export interface NewMoney {
  readonly userId: number;
  readonly cents: number;
  /** Undefined for the specification's call, which names neither method nor reference. */
  readonly method: PaymentMethod | undefined;
  readonly reference: string;
  readonly payer?: string;
  readonly documentId: string | null;
  readonly receivedAtMs: number;
  readonly repeatReason: string | undefined;
}

/** A receipt as its payments need it. */
export interface RecordedReceipt {
  readonly id: number;
  readonly method: PaymentMethod;
  readonly reference: string;
  /** The receipt that it looks like, and why it is another one; null for none. */
  readonly repeats: { readonly id: number; readonly reason: string } | null;
}

/**
 * Records money that came in once (D75). The caller has locked the buyer and pays invoices with it.
 * @throws Refusal 409 if it is recorded already; 422 without a bank's reference
 */
export async function recordReceipt(
  tx: PoolClient,
  { settings }: Pick<CashDesk, "settings">,
  money: NewMoney,
  invoiceIds: readonly number[],
  by: { readonly userId: number },
): Promise<RecordedReceipt> {
  const { userId, cents, reference, repeatReason, documentId, receivedAtMs } = money;
  const method = money.method ?? "WIRE";
  if (money.method !== undefined && lacksReference(method, reference))
    throw new Refusal(
      "value-refused",
      msg("reference: Enter the bank's reference or check number"),
    );
  const { hoursZone: zone } = await contactOf(tx, settings);
  const days = (await setting(tx, "clearing")) ?? defaultClearingDays;
  const marks = { userId, method, cents, key: referenceKey(reference) };
  const earlier = await earlierReceipt(tx, invoiceIds, marks);
  if (earlier !== null && repeatReason === undefined) throw repeated(earlier, cents, zone);
  const id = await insertReceipt(tx, {
    userId,
    cents,
    method,
    reference,
    payer: money.payer ?? "",
    documentId,
    receivedAtMs,
    clearsAtMs: clearsAtMs(method, receivedAtMs, { days, zone }),
    recordedBy: by.userId,
  });
  const repeats = earlier === null ? null : { id: earlier.id, reason: repeatReason ?? "" };
  return { id, method, reference, repeats };
}

/** @throws Refusal 404 */
export async function receiptOr404(db: Db, receiptId: number): Promise<StoredReceipt> {
  const receipt = await receiptById(db, receiptId);
  if (receipt === null) throw notFound(msg("Receipt not found"));
  return receipt;
}

function repeated(earlier: EarlierReceipt, cents: number, zone: string): Refusal {
  const { invoiceNumber, reference, recordedBy } = earlier;
  const values = {
    amount: formatDollars(cents),
    reference,
    day: inEachLanguage(() => formatDate(earlier.receivedAt.getTime(), zone)),
    name: recordedBy,
  };
  if (invoiceNumber === null)
    return new Refusal(
      "repeated-payment",
      msg(
        "{name} already recorded {amount} of {buyer}, received {day}. Nothing was recorded. If this is another payment, say why.",
        { ...values, buyer: earlier.buyer },
      ),
    );
  return new Refusal(
    "repeated-payment",
    referenceKey(reference) === ""
      ? msg(
          "{name} already recorded {amount} on invoice {invoice}, received {day}. Nothing was recorded. If this is another payment, say why.",
          { ...values, invoice: invoiceNumber },
        )
      : msg(
          "{name} already recorded {amount} with reference {reference} on invoice {invoice}, received {day}. Nothing was recorded. If this is another payment, say why.",
          { ...values, invoice: invoiceNumber },
        ),
  );
}
