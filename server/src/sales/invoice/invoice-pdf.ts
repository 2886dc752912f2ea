import { formatDate } from "@gavelyard/domain/time-zone";
import { mark, say, t } from "@gavelyard/messages/text";
import type { BankAccount } from "@gavelyard/contract/sales/bank-details";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import { codeName } from "@gavelyard/domain/code-names";
import { goesByCarrier } from "@gavelyard/domain/sales/delivery-order";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { MARGIN, MUTED, printable, renderPdf, rightEdge, type Pdf } from "../../documents/pdf.ts";
import { drawAbout, drawHowToPay, drawLetterhead, row, rule, type Letterhead } from "./pdf-page.ts";

const PRINTED_PAYMENTS = 3;

const words = {
  ISSUED: mark("Due"),
  PARTIAL: mark("Partly paid, due"),
  OVERDUE: mark("Overdue"),
  PAID: mark("Paid in full"),
  VOID: mark("Void"),
} as const;

/**
 * Renders an invoice on one US letter page. While a balance is due it shows the account to pay to;
 * `account` is null if none is set.
 */
export function invoicePdf(
  invoice: Invoice,
  site: Letterhead,
  account: BankAccount | null,
): Promise<Buffer> {
  const { number, status, issuedAt, timeZone } = invoice;
  return renderPdf({ title: t("Invoice {number}", { number }), issuedAt }, (pdf) => {
    drawLetterhead(pdf, site, t("Invoice"), [
      number,
      t("Issued {issuedAt}", { issuedAt: formatDate(issuedAt, timeZone) }),
      `${say(words[status])}${status === "PAID" ? "" : ` ${formatDate(invoice.dueAt, timeZone)}`}`,
    ]);
    drawAbout(pdf, invoice.billTo, [t("For"), subject(invoice)]);
    drawLines(pdf, invoice);
    drawFoot(pdf, invoice, site, account);
  });
}

const subject = ({ name, lotNumber, auctionName, stockNumber, vin }: Invoice): string[] => [
  name,
  t("Lot {lotNumber}, {auctionName}", { lotNumber, auctionName }),
  t("Stock {stockNumber}", { stockNumber }),
  ...(vin === null ? [] : [t("VIN {vin}", { vin })]),
];

function drawLines(pdf: Pdf, invoice: Invoice): void {
  rule(pdf);
  for (const { label, amount } of invoice.lines) row(pdf, label, amount);
  rule(pdf);
  pdf.font("Helvetica-Bold");
  row(pdf, t("Total"), invoice.total);
  pdf.font("Helvetica");
  const counted = invoice.payments.filter(({ voided }) => voided === null);
  // Many payments wouldn't fit on the page, so the earlier ones are added up in one line.
  const earlier = counted.slice(0, Math.max(0, counted.length - PRINTED_PAYMENTS));
  if (earlier.length > 0) {
    const sum = earlier.reduce((cents, { amount }) => cents + dollarsToCents(amount), 0);
    row(
      pdf,
      t("Previously paid ({count} payments)", { count: earlier.length }),
      -centsToDollars(sum),
    );
  }
  for (const { amount, method, reference, receivedAt } of counted.slice(earlier.length)) {
    const payment = {
      method: say(codeName(method)),
      date: formatDate(receivedAt, invoice.timeZone),
    };
    row(
      pdf,
      reference === ""
        ? t("Payment on {date} ({method})", payment)
        : t("Payment on {date} ({method} {reference})", {
            ...payment,
            reference: printable(reference),
          }),
      -amount,
    );
  }
  pdf.font("Helvetica-Bold");
  row(pdf, t("Balance due"), invoice.balance);
}

function drawFoot(pdf: Pdf, invoice: Invoice, site: Letterhead, account: BankAccount | null): void {
  pdf.font("Helvetica").fontSize(9).fillColor(MUTED);
  const lines =
    invoice.status === "VOID"
      ? [t("This invoice is void. Nothing is owed on it.")]
      : invoice.status === "PAID"
        ? [
            invoice.delivery !== null && goesByCarrier(invoice.delivery.status)
              ? t("Thank you. Our carrier will deliver the unit; you don't need a gate PIN.")
              : t(
                  "Thank you. The driver needs the gate PIN, shown on this invoice in your dashboard.",
                ),
          ]
        : [
            t("Questions: {email}, {phone}.", { email: site.email, phone: site.phone }),
            t(
              "The unit is sold as is, where is. You can pick it up once the invoice is paid in full.",
            ),
          ];
  pdf.y += 12;
  if (invoice.balance > 0) drawHowToPay(pdf, invoice.number, site, account);
  pdf.font("Helvetica").fontSize(9).fillColor(MUTED);
  for (const line of lines) {
    pdf.text(printable(line), MARGIN, pdf.y, { width: rightEdge(pdf) - MARGIN });
  }
}
