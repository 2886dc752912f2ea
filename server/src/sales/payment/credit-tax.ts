import { msg, type Message } from "@gavelyard/messages/text";
import type { creditTax as contract } from "@gavelyard/contract/tax-certificates";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { storedLabels } from "@gavelyard/domain/sales/invoice";
import {
  CREDIT_WINDOW_DAYS,
  refuseCredit,
  type CreditRefusal,
} from "@gavelyard/domain/sales/certificates";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../../audit/sql.ts";
import type { FieldCipher } from "../../db/secrets/sealed.ts";
import { refuseSamePerson } from "../../proposals/refuse-same-person.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { notice } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import { insertTaxCredit, lockTaxToCredit } from "../invoice/tax-of-sale-sql.ts";
import { invoiceOfAward, saleOfInvoice } from "../invoices-sql.ts";
import { openSale, type Recorder, type SaleActor } from "../lock-sale.ts";
import { paidOf, setInvoicePaid } from "../payments-sql.ts";
import { freePaidBeyond } from "./lower-total.ts";
import { finishSale } from "./record-payment.ts";

const refusals: Readonly<Record<CreditRefusal, Message>> = {
  NOT_VALID: msg("This certificate isn't accepted, or was revoked. Nothing was changed."),
  NOT_NAMED: msg(
    "This certificate doesn't name the state, the day or the unit of this sale. Nothing was changed.",
  ),
  TOO_LATE: msg(
    "This certificate came more than {maxDays} business days after the sale. Nothing was changed.",
    { maxDays: CREDIT_WINDOW_DAYS },
  ),
  NO_TAX: msg("There is no tax left on this invoice. Nothing was changed."),
};

/**
 * Takes the tax off an invoice by a certificate that came in time (D95). What was paid beyond the new
 * total is the buyer's credit (D75). Returns the invoice's ID.
 * @param zone time zone of the house, whose day the certificate came on
 * @throws Refusal 403 for an account that the caller opened; 404; 409 if the certificate doesn't take
 * this tax off, or it isn't the tax that was shown
 */
export async function creditTax(
  tx: PoolClient,
  record: Recorder,
  certificateId: number,
  { invoiceId, tax }: z.output<typeof contract.body>,
  { cipher, zone }: { readonly cipher: FieldCipher; readonly zone: string },
  by: SaleActor,
): Promise<number> {
  const of = await saleOfInvoice(tx, invoiceId);
  if (of === null) throw notFound(msg("Invoice not found"));
  const sale = await openSale(tx, of.lotId);
  const { award } = sale;
  const invoice = await invoiceOfAward(tx, of.awardId);
  if (award?.id !== of.awardId || invoice === null || invoice.status === "VOID")
    throw new Refusal("invoice-void", msg("This invoice is void. Nothing is owed on it."));
  const found = await lockTaxToCredit(tx, invoiceId, certificateId);
  if (found === null) throw notFound(msg("Certificate not found"));
  const { certificate } = found;
  await refuseSamePerson(tx, by.userId, certificate.userId);
  const sentOn = calendarDateIn(Date.parse(certificate.sentAt), zone);
  const refusal = refuseCredit({ ...certificate, sentOn }, found.sale);
  if (refusal !== null)
    throw new Refusal(refusal === "NO_TAX" ? "already-done" : "wrong-state", refusals[refusal]);
  const { taxCents } = found.sale;
  if (dollarsToCents(tax) !== taxCents)
    throw new Refusal(
      "edit-conflict",
      msg("The tax of this invoice is now {amount}. Nothing was changed.", {
        amount: formatDollars(taxCents),
      }),
    );
  const totalCents = invoice.totalCents - taxCents;
  const creditCents = await freePaidBeyond(
    tx,
    { awardId: award.id, invoiceId, totalCents },
    `Tax exempt by certificate ${certificate.number}`,
    by,
  );
  await insertTaxCredit(tx, {
    invoiceId,
    certificateId,
    cents: taxCents,
    label: storedLabels.credit(certificate.number),
    by: by.userId,
  });
  await insertAudit(tx, {
    actorId: by.userId,
    action: "tax-credited",
    subjectType: "lot",
    subjectId: sale.lotId,
    after: {
      invoice: invoice.number,
      certificateId,
      amount: centsToDollars(taxCents),
      credit: centsToDollars(creditCents),
    },
    ip: by.ip,
  });
  record(
    notice(
      sale,
      [award.userId],
      msg("We took sales tax of {tax} off invoice {invoice}. Its total is now {total}.", {
        tax: formatDollars(taxCents),
        invoice: invoice.number,
        total: formatDollars(totalCents),
      }),
    ),
  );
  const isPaidNow = invoice.status === "ISSUED" && (await paidOf(tx, invoiceId)) === totalCents;
  if (isPaidNow && award.status === "PAID") await setInvoicePaid(tx, invoiceId);
  else if (isPaidNow) {
    const paid = { ...invoice, totalCents, paidCents: totalCents };
    const buyer = await personById(tx, award.userId);
    await finishSale(tx, record, { sale, award, invoice: paid }, buyer, cipher);
  }
  return invoiceId;
}
