import { msg } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/sales/payment-proofs";
import { centsToDollars } from "@gavelyard/domain/money";
import { balanceCents } from "@gavelyard/domain/sales/payments";
import { isStaff } from "@gavelyard/domain/users/roles";
import { accountInEffect } from "../bank-details/sql.ts";
import type { Context } from "../context.ts";
import { storeDocument } from "../documents/store-document.ts";
import { actorOf } from "../http/actor.ts";
import { badRequest, Refusal, notFound } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import { digestOf } from "../http/uploads/uploads.ts";
import { contactOf } from "../operating-settings/sql.ts";
import { owedInvoice } from "../sales/invoices-sql.ts";
import { decideProof } from "./decide-proof.ts";
import { refuseProof, sendProof } from "./send-proof.ts";
import { invoiceById, proofById, proofsOf, type ProofRow } from "./sql.ts";

export function paymentProofRoutes(serve: Serve, context: Context): void {
  const { pool, settings } = context;
  const presentProof = async (id: number): Promise<contract.PaymentProof> => {
    const row = await proofById(pool, id);
    if (row === null) throw new Error(`proof ${id} is gone`);
    return toProof(row);
  };

  serve(contract.howToPay, async ({ params, user }) => {
    const invoice = await owedInvoice(pool, params.id);
    if (invoice === null) throw notFound(msg("Invoice not found"));
    if (invoice.userId !== user.userId && !isStaff(user.role)) {
      throw new Refusal("not-yours", msg("This belongs to another account"));
    }
    const owedCents = balanceCents(invoice);
    return {
      reference: invoice.number,
      balance: centsToDollars(owedCents),
      account: owedCents === 0 ? null : await accountInEffect(context),
      phone: (await contactOf(pool, settings)).phone,
      proofs: (await proofsOf(pool, params.id)).map(toProof),
    };
  });
  serve(contract.sendPaymentProof, async ({ params, body, user, request }) => {
    const [upload] = request.uploads;
    if (upload === undefined) throw badRequest(msg("document: Attach a file"));
    const sha256 = await digestOf(upload);
    const invoice = await invoiceById(pool, params.id);
    if (invoice === null) throw notFound(msg("Invoice not found"));
    const sent = await refuseProof(pool, invoice, sha256, user.userId);
    if (sent !== null) return presentProof(sent);
    const document = await storeDocument(context, upload, {
      userId: user.userId,
      purpose: "PAYMENT_PROOF",
    });
    const proof = { document, sha256, note: body.note };
    return presentProof(await sendProof(context, params.id, proof, actorOf(user, request)));
  });
  serve(contract.decidePaymentProof, async ({ params, body, user, request }) => {
    await decideProof(context, params.id, body, actorOf(user, request));
    return presentProof(params.id);
  });
}

function toProof(row: ProofRow): contract.PaymentProof {
  return {
    id: row.id,
    documentId: row.document_id,
    fileName: row.file_name,
    note: row.note,
    sentAt: row.sent_at.toISOString(),
    status: row.status,
    reason: row.reason,
  };
}
