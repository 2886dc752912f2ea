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

/** One page, the same each time. */
export async function letterOf({ bidder, dollars, bank }: LimitRequest): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: "LETTER",
    margin: 72,
    info: { Title: "Letter of the bank", CreationDate: new Date(0) },
  });
  const chunks: Buffer[] = [];
  const printed = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  pdf.font("Helvetica-Bold").fontSize(18).text(bank).moveDown(2);
  pdf.font("Helvetica").fontSize(11);
  pdf.text("To Gavelyard").moveDown();
  pdf.text(
    `${demoBidders[bidder]?.name} has held accounts with us for nine years. We confirm funds of $${dollars.toLocaleString("en-US")} for purchases at auction.`,
    { lineGap: 4 },
  );
  pdf.moveDown(3).text("Commercial Banking");
  pdf.end();
  return printed;
}

/** Puts the letters that came with the demo's requests where documents are kept, unless they are there. */
export async function keepLetters(files: FileStore): Promise<void> {
  for (const request of limitRequests) {
    const name = documentName(letterId(request.bidder));
    if ((await files.read(name)) !== null) continue;
    await files.write(name, await letterOf(request), "application/pdf");
  }
}
