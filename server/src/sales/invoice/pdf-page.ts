import { dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { t } from "@gavelyard/messages/text";
import { sayLabel } from "@gavelyard/domain/sales/invoice";
import type { BankAccount } from "@gavelyard/contract/sales/bank-details";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import { INK, MARGIN, MUTED, printable, rightEdge, type Pdf } from "../../documents/pdf.ts";

const RULE = "#c9ced4";

export interface Letterhead {
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}

/** Draws who writes, and at the right what this is, with some lines about it. */
export function drawLetterhead(
  pdf: Pdf,
  site: Letterhead,
  title: string,
  lines: readonly string[],
): void {
  const half = (rightEdge(pdf) - MARGIN) / 2;
  pdf.font("Helvetica-Bold").fontSize(20).fillColor(INK).text("Gavelyard", MARGIN, MARGIN);
  pdf.font("Helvetica").fontSize(9).fillColor(MUTED);
  for (const line of [site.address, site.phone, site.email]) pdf.text(printable(line));
  pdf.font("Helvetica-Bold").fontSize(20).fillColor(INK);
  pdf.text(title, MARGIN + half, MARGIN, { width: half, align: "right" });
  pdf.font("Helvetica").fontSize(10).fillColor(INK);
  for (const line of lines) pdf.text(printable(line), { width: half, align: "right" });
}

/** Draws whom it is for and, at the right, what. */
export function drawAbout(
  pdf: Pdf,
  to: Invoice["billTo"],
  [title, lines]: readonly [string, readonly string[]],
): void {
  const half = (rightEdge(pdf) - MARGIN) / 2;
  const top = 170;
  drawBlock(pdf, t("Bill to"), billTo(to), MARGIN, top, half - 12);
  drawBlock(pdf, title, lines, MARGIN + half, top, half);
  pdf.y = 290;
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

function billTo(to: Invoice["billTo"]): string[] {
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

export function row(pdf: Pdf, label: string, amount: number): void {
  if (pdf.y > pdf.page.height - 2 * MARGIN) pdf.addPage();
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

/** Draws a fact: its name at the left, its value at the right. */
export function factRow(pdf: Pdf, name: string, value: string): void {
  const y = pdf.y + 6;
  const wide = rightEdge(pdf) - MARGIN;
  pdf.font("Helvetica").fontSize(11).fillColor(MUTED).text(name, MARGIN, y, { width: 160 });
  pdf.fillColor(INK).text(printable(value), MARGIN + 160, y, { width: wide - 160 });
  pdf.y += 2;
}

export function rule(pdf: Pdf): void {
  const y = pdf.y + 4;
  pdf.moveTo(MARGIN, y).lineTo(rightEdge(pdf), y).lineWidth(0.7).strokeColor(RULE).stroke();
  pdf.y = y + 2;
}

/** Prints the account to pay to, the reference, and a warning about forged emails. */
export function drawHowToPay(
  pdf: Pdf,
  number: string,
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
