import { documentName } from "../documents/store-document.ts";
import type { FileStore } from "../files/file-store.ts";
import { limitRequests } from "./desk-cases.ts";
import { demoBidders } from "../demo-accounts/people.ts";
import { uuidOf } from "./uuid-of.ts";

type LimitRequest = (typeof limitRequests)[number];

export function letterId(bidder: number): string {
  return uuidOf(`letter of demo bidder ${bidder}`);
}

/** Document id of the proof of payment that awaits the demo's staff. */
export const wireConfirmationId = uuidOf("wire confirmation of a demo customer");

/** Renders a one-page PDF. The output is deterministic. */
async function page(title: string, heading: string, lines: readonly string[]): Promise<Buffer> {
  const { default: PDFDocument } = await import("pdfkit");
  const pdf = new PDFDocument({
    size: "LETTER",
    margin: 72,
    info: { Title: title, CreationDate: new Date(0) },
  });
  const chunks: Buffer[] = [];
  const printed = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  pdf.font("Helvetica-Bold").fontSize(18).text(heading).moveDown(2);
  pdf.font("Helvetica").fontSize(11);
  for (const line of lines) pdf.text(line, { lineGap: 4 }).moveDown();
  pdf.end();
  return printed;
}

export function letterOf({ bidder, dollars, bank }: LimitRequest): Promise<Buffer> {
  return page("Bank letter", bank, [
    "To Gavelyard",
    `${demoBidders[bidder]?.name} has held accounts with us for nine years. We confirm funds of $${dollars.toLocaleString("en-US")} for purchases at auction.`,
    "Commercial Banking",
  ]);
}

export function wireConfirmation(): Promise<Buffer> {
  return page("Wire confirmation", "Panhandle Commercial Bank", [
    "Outgoing wire: sent",
    "Beneficiary: Gavelyard Demo LLC, Sample Bank",
    "Amount and reference as on the invoice",
    "This is a demo sample. No money was moved.",
  ]);
}

export async function storeLetters(files: FileStore): Promise<void> {
  const documents = [
    ...limitRequests.map((request) => ({
      id: letterId(request.bidder),
      print: () => letterOf(request),
    })),
    { id: wireConfirmationId, print: wireConfirmation },
  ];
  for (const { id, print } of documents) {
    const name = documentName(id);
    if ((await files.read(name)) !== null) continue;
    await files.write(name, await print(), "application/pdf");
  }
}
