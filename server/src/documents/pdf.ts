import type { FastifyReply } from "fastify";
import type PDFDocument from "pdfkit";
import { attachment } from "./send-document.ts";

/** In points, like all lengths in PDFs: 72 to an inch. */
export const MARGIN = 56;
export const INK = "#1b1d1f";
export const MUTED = "#5b6168";

export type Pdf = InstanceType<typeof PDFDocument>;

/** Renders a PDF of US letter pages. */
export async function renderPdf(
  info: { readonly title: string; readonly issuedAt: string; readonly margin?: number },
  draw: (pdf: Pdf) => void | Promise<void>,
): Promise<Buffer> {
  const { default: Document } = await import("pdfkit");
  const pdf = new Document({
    size: "LETTER",
    margin: info.margin ?? MARGIN,
    info: { Title: info.title, Author: "Gavelyard", CreationDate: new Date(info.issuedAt) },
  });
  const chunks: Buffer[] = [];
  const printed = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  await draw(pdf);
  pdf.end();
  return printed;
}

export const rightEdge = (pdf: Pdf) => pdf.page.width - MARGIN;

/**
 * Returns text that the built-in font can print: Latin letters. Other letters lose their accents or
 * become a question mark.
 */
export function printable(text: string): string {
  return text.replace(
    /[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u20ac]/gu,
    (letter) => {
      const plain = letter.normalize("NFKD").replace(/\p{M}/gu, "");
      return /^[\u0020-\u007e]+$/.test(plain) ? plain : "?";
    },
  );
}

/** Sends a PDF as a file that nobody keeps. */
export const sendPdf = (reply: FastifyReply, name: string, pdf: Buffer) =>
  reply
    .header("Content-Disposition", attachment(`${name}.pdf`))
    .header("Cache-Control", "no-store")
    .type("application/pdf")
    .send(pdf);
