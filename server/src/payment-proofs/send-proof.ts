import { maxPendingProofs } from "@gavelyard/domain/bank-account";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { insertDocument, type DocumentRow } from "../documents/sql.ts";
import { act } from "../events/act.ts";
import type { Actor } from "../http/actor.ts";
import { conflict, forbidden, notFound } from "../http/errors.ts";
import { insertProof, lockInvoice, proofsOf, proofWith } from "./sql.ts";

/**
 * Keeps a buyer's proof of payment for an open invoice, for staff to compare with the bank; returns its
 * id. The same file for the same invoice is the same proof.
 * @throws HttpError 403 for another's invoice, 404, 409 once nothing is owed or many files wait
 */
export async function sendProof(
  context: Context,
  invoiceId: number,
  proof: { readonly document: DocumentRow; readonly sha256: Buffer; readonly note: string },
  by: Actor,
): Promise<number> {
  return act(context, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (invoice === null) throw notFound("Invoice not found");
    if (invoice.userId !== by.userId) throw forbidden("This belongs to another account");
    const sent = await proofWith(tx, invoiceId, proof.sha256);
    if (sent !== null) return sent;
    if (invoice.status !== "ISSUED") {
      throw conflict(
        invoice.status === "PAID"
          ? "This invoice is already paid. You don't need to send anything."
          : "This invoice is void. Nothing is owed on it.",
      );
    }
    const pending = (await proofsOf(tx, invoiceId)).filter(({ status }) => status === "PENDING");
    if (pending.length >= maxPendingProofs) {
      throw conflict(
        `We're still reviewing ${pending.length} files for this invoice. Call us to add more.`,
      );
    }
    await insertDocument(tx, proof.document);
    const id = await insertProof(tx, {
      invoiceId,
      documentId: proof.document.id,
      sha256: proof.sha256,
      note: proof.note,
    });
    await insertAudit(tx, {
      actorId: by.userId,
      action: "payment-proof-sent",
      subjectType: "lot",
      subjectId: invoice.lotId,
      after: { proofId: id, invoice: invoice.number, file: proof.document.file_name },
      ip: by.ip,
    });
    return id;
  });
}
