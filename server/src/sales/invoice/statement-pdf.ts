import { formatDate } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import type { Statement } from "@gavelyard/contract/sales/statements";
import { MARGIN, MUTED, printable, renderPdf, rightEdge, type Pdf } from "../../documents/pdf.ts";
import { drawAbout, drawHowToPay, drawLetterhead, row, rule, type Letterhead } from "./pdf-page.ts";

/** Renders the statement of a sale on as many US letter pages as it takes (D83). */
export function statementPdf(statement: Statement, site: Letterhead): Promise<Buffer> {
  const { reference, issuedAt, timeZone, dueAt, invoices } = statement;
  return renderPdf({ title: t("Statement {reference}", { reference }), issuedAt }, (pdf) => {
    drawLetterhead(pdf, site, t("Statement"), [
      reference,
      t("Issued {issuedAt}", { issuedAt: formatDate(issuedAt, timeZone) }),
      dueAt === null ? t("Paid in full") : t("Due {date}", { date: formatDate(dueAt, timeZone) }),
    ]);
    drawAbout(pdf, statement.billTo, [
      t("For"),
      [statement.auctionName, plural(invoices.length, "{n} lot", "{n} lots")],
    ]);
    drawTotals(pdf, statement);
    if (statement.balance > 0) drawHowToPay(pdf, reference, site, statement.account);
    pdf.font("Helvetica").fontSize(9).fillColor(MUTED);
    const { email, phone } = site;
    pdf.text(printable(t("Questions: {email}, {phone}.", { email, phone })), MARGIN, pdf.y, {
      width: rightEdge(pdf) - MARGIN,
    });
  });
}

function drawTotals(pdf: Pdf, { invoices, sums, total, paid, balance }: Statement): void {
  rule(pdf);
  for (const { lotNumber, name, number, total: amount } of invoices) {
    row(
      pdf,
      printable(t("Lot {lotNumber}, {name} ({number})", { lotNumber, name, number })),
      amount,
    );
  }
  rule(pdf);
  for (const { label, amount } of sums) row(pdf, label, amount);
  rule(pdf);
  pdf.font("Helvetica-Bold");
  row(pdf, t("Total"), total);
  pdf.font("Helvetica");
  if (paid > 0) row(pdf, t("Paid so far"), -paid);
  pdf.font("Helvetica-Bold");
  row(pdf, t("Balance due"), balance);
  pdf.y += 12;
}
