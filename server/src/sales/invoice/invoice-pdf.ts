import { formatDate } from "@gavelyard/domain/time-zone";
import { mark, say, t } from "@gavelyard/messages/text";
import type { BankAccount } from "@gavelyard/contract/sales/bank-details";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import { codeName } from "@gavelyard/domain/code-names";
import { goesByCarrier } from "@gavelyard/domain/sales/delivery-order";
import { sayLabel } from "@gavelyard/domain/sales/invoice";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import type PDFDocument from "pdfkit";

const MARGIN = 56;
const PRINTED_PAYMENTS = 3;
const INK = "#1b1d1f";
const MUTED = "#5b6168";
const RULE = "#c9ced4";

const words = {
  ISSUED: mark("Due"),
  PARTIAL: mark("Partly paid, due"),
  OVERDUE: mark("Overdue"),
  PAID: mark("Paid in full"),
  VOID: mark("Void"),
} as const;

interface Letterhead {
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}

/**
 * Renders an invoice on one US letter page. While a balance is due it shows the account to pay to;
 * `account` is null if none is set.
 */
export async function invoicePdf(
  invoice: Invoice,
  site: Letterhead,
  account: BankAccount | null,
): Promise<Buffer> {
  const { default: Document } = await import("pdfkit");
  const pdf = new Document({
    size: "LETTER",
    margin: MARGIN,
    info: {
      Title: t("Invoice {number}", { number: invoice.number }),
      Author: "Gavelyard",
      CreationDate: new Date(invoice.issuedAt),
    },
  });
  const chunks: Buffer[] = [];
  const printed = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  drawHead(pdf, invoice, site);
  drawLines(pdf, invoice);
  drawFoot(pdf, invoice, site, account);
  pdf.end();
  return printed;
}

type Pdf = InstanceType<typeof PDFDocument>;

const rightEdge = (pdf: Pdf) => pdf.page.width - MARGIN;

function drawHead(pdf: Pdf, invoice: Invoice, site: Letterhead): void {
  const half = (rightEdge(pdf) - MARGIN) / 2;
  pdf.font("Helvetica-Bold").fontSize(20).fillColor(INK).text("Gavelyard", MARGIN, MARGIN);
  pdf.font("Helvetica").fontSize(9).fillColor(MUTED);
  for (const line of [site.address, site.phone, site.email]) pdf.text(printable(line));
  pdf.font("Helvetica-Bold").fontSize(20).fillColor(INK);
  pdf.text(t("Invoice"), MARGIN + half, MARGIN, { width: half, align: "right" });
  pdf.font("Helvetica").fontSize(10).fillColor(INK);
  for (const line of [
    invoice.number,
    t("Issued {issuedAt}", { issuedAt: formatDate(invoice.issuedAt, invoice.timeZone) }),
    `${say(words[invoice.status])}${invoice.status === "PAID" ? "" : ` ${formatDate(invoice.dueAt, invoice.timeZone)}`}`,
  ]) {
    pdf.text(line, { width: half, align: "right" });
  }

  const top = 170;
  drawBlock(pdf, t("Bill to"), billTo(invoice), MARGIN, top, half - 12);
  drawBlock(
    pdf,
    t("For"),
    [
      invoice.name,
      t("Lot {lotNumber}, {auctionName}", {
        lotNumber: invoice.lotNumber,
        auctionName: invoice.auctionName,
      }),
      t("Stock {stockNumber}", { stockNumber: invoice.stockNumber }),
      ...(invoice.vin === null ? [] : [t("VIN {vin}", { vin: invoice.vin })]),
    ],
    MARGIN + half,
    top,
    half,
  );
}

function drawBlock(
  pdf: Pdf,
  title: string,
  lines: readonly string[],
  x: number,
  y: number,
  width: number,
): void {
  pdf.font("Helvetica").fontSize(9).fillColor(MUTED).text(title, x, y, { width });
  pdf.fontSize(10).fillColor(INK);
  for (const line of lines) pdf.text(printable(line), { width });
}

function billTo({ billTo: to }: Invoice): string[] {
  const { address } = to;
  return [
    ...(to.companyName === null ? [] : [to.companyName]),
    to.name,
    ...(address === null
      ? []
      : [address.street, `${address.city}, ${address.state} ${address.zip}`]),
    to.email,
  ];
}

function drawLines(pdf: Pdf, invoice: Invoice): void {
  pdf.y = 290;
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

function row(pdf: Pdf, label: string, amount: number): void {
  const y = pdf.y + 6;
  const wide = rightEdge(pdf) - MARGIN;
  pdf
    .fontSize(11)
    .fillColor(INK)
    .text(sayLabel(label), MARGIN, y, { width: wide - 130 });
  const below = pdf.y;
  pdf.text(formatDollars(dollarsToCents(amount)), MARGIN, y, { width: wide, align: "right" });
  pdf.y = Math.max(below, pdf.y) + 4;
}

function rule(pdf: Pdf): void {
  const y = pdf.y + 4;
  pdf.moveTo(MARGIN, y).lineTo(rightEdge(pdf), y).lineWidth(0.7).strokeColor(RULE).stroke();
  pdf.y = y + 2;
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
  if (invoice.balance > 0) drawHowToPay(pdf, invoice, site, account);
  pdf.font("Helvetica").fontSize(9).fillColor(MUTED);
  for (const line of lines) {
    pdf.text(printable(line), MARGIN, pdf.y, { width: rightEdge(pdf) - MARGIN });
  }
}

/** Prints the account to pay to, the reference, and a warning about forged emails. */
function drawHowToPay(
  pdf: Pdf,
  { number }: Invoice,
  { phone }: Letterhead,
  account: BankAccount | null,
): void {
  const width = rightEdge(pdf) - MARGIN;
  const line = (text: string) => pdf.text(printable(text), MARGIN, pdf.y, { width });
  pdf.font("Helvetica-Bold").fontSize(9).fillColor(INK);
  line(t("How to pay"));
  pdf.font("Helvetica");
  if (account === null) {
    line(
      t("Call {phone} for our bank details. Write {number} on your payment.", { phone, number }),
    );
  } else {
    line(t("Bank: {bankName}", { bankName: account.bankName }));
    line(t("Account holder: {accountHolder}", { accountHolder: account.accountHolder }));
    line(
      t("Routing number: {routingNumber}     Account number: {accountNumber}", {
        routingNumber: account.routingNumber,
        accountNumber: account.accountNumber,
      }),
    );
    line(t("Reference: {number}", { number }));
    if (account.wireNote !== "") line(t("Wire: {wireNote}", { wireNote: account.wireNote }));
    if (account.achNote !== "") line(t("ACH: {achNote}", { achNote: account.achNote }));
  }
  pdf.font("Helvetica-Bold");
  line(
    t(
      "We never change our bank details by email. If a message names another account, call {phone} before you pay.",
      { phone },
    ),
  );
  pdf.y += 8;
}

/**
 * Returns text that the built-in font can print: Latin letters. Other letters lose their accents or
 * become a question mark.
 */
function printable(text: string): string {
  return text.replace(
    /[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u20ac]/gu,
    (letter) => {
      const plain = letter.normalize("NFKD").replace(/\p{M}/gu, "");
      return /^[\u0020-\u007e]+$/.test(plain) ? plain : "?";
    },
  );
}
