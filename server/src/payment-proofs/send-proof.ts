import { msg } from "@gavelyard/messages/text";
import { maxPendingProofs } from "@gavelyard/domain/sales/bank-account";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { insertDocument, type DocumentRow } from "../documents/sql.ts";
import { act } from "../events/act.ts";
import type { Actor } from "../http/actor.ts";
import { Refusal, notFound } from "../refusal.ts";
import { insertProof, lockInvoice, proofsOf, proofWith, type ProvenInvoice } from "./sql.ts";

/**
 * Checks that a proof can be sent. Returns the id of an earlier proof with the same file and
 * invoice; null when there is none.
 * @throws Refusal 403 for someone else's invoice, 409 when nothing is owed or too many proofs are
 * pending
 */
export async function refuseProof(
  db: Db,
  invoice: ProvenInvoice,
  sha256: Buffer,
  userId: number,
): Promise<number | null> {
  if (invoice.userId !== userId)
    throw new Refusal("not-yours", msg("This belongs to another account"));
  const sent = await proofWith(db, invoice.id, sha256);
  if (sent !== null) return sent;
  if (invoice.status !== "ISSUED") {
    throw new Refusal(
      invoice.status === "PAID" ? "invoice-paid" : "invoice-void",
      invoice.status === "PAID"
        ? msg("This invoice is already paid. You don't need to send anything.")
        : msg("This invoice is void. Nothing is owed on it."),
    );
  }
  const pending = (await proofsOf(db, invoice.id)).filter(({ status }) => status === "PENDING");
  if (pending.length >= maxPendingProofs) {
    throw new Refusal(
      "limit-reached",
      msg("We're still reviewing {count} files for this invoice. Call us to add more.", {
        count: pending.length,
      }),
    );
  }
  return null;
}

/**
 * Stores a buyer's proof of payment for an open invoice, for staff to compare with the bank.
 * Returns its id. Sending the same file again for the same invoice returns the same id.
 * @throws Refusal 403 for someone else's invoice, 404, 409 when nothing is owed or too many
 * proofs are pending
 */
export async function sendProof(
  context: Context,
  invoiceId: number,
  proof: { readonly document: DocumentRow; readonly sha256: Buffer; readonly note: string },
  by: Actor,
): Promise<number> {
  return act(context, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (invoice === null) throw notFound(msg("Invoice not found"));
    const sent = await refuseProof(tx, invoice, proof.sha256, by.userId);
    if (sent !== null) return sent;
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
