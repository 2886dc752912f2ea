import PDFDocument from "pdfkit";
import { documentName } from "../documents/keep-document.ts";
import type { FileStore } from "../files/file-store.ts";
import { limitRequests } from "./desk-cases.ts";
import { demoBidders } from "./people.ts";
import { uuidOf } from "./uuid-of.ts";

type LimitRequest = (typeof limitRequests)[number];

/** The document that came with a demo bidder's request. */
export function letterId(bidder: number): string {
  return uuidOf(`letter of demo bidder ${bidder}`);
}

/** The proof of payment that waits for the demo's staff. */
export const wireConfirmationId = uuidOf("wire confirmation of a demo customer");

/** One page, the same each time. */
async function page(title: string, heading: string, lines: readonly string[]): Promise<Buffer> {
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

/** The letter of a bank that came with a request for a higher limit. */
export function letterOf({ bidder, dollars, bank }: LimitRequest): Promise<Buffer> {
  return page("Letter of the bank", bank, [
    "To Gavelyard",
    `${demoBidders[bidder]?.name} has held accounts with us for nine years. We confirm funds of $${dollars.toLocaleString("en-US")} for purchases at auction.`,
    "Commercial Banking",
  ]);
}

/** What a demo customer's bank prints of a wire. */
export function wireConfirmation(): Promise<Buffer> {
  return page("Wire confirmation", "Panhandle Commercial Bank", [
    "Outgoing wire: sent",
    "Beneficiary: Gavelyard Demo LLC, Sample Bank",
    "Amount and reference as on the invoice",
    "This is a sample of the demo. No money was moved.",
  ]);
}

/** Puts the demo's documents where documents are kept, unless they are there. */
export async function keepLetters(files: FileStore): Promise<void> {
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
