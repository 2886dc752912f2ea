import { msg } from "@gavelyard/messages/text";
import { messageInEachLanguage } from "../http/reader-language.ts";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { Actor } from "../http/actor.ts";
import { Refusal, notFound } from "../refusal.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { invoiceOfProof, lockInvoice, proofById, setProofDecision } from "./sql.ts";

/**
 * Accepts a proof of payment, or refuses it and notifies the buyer of the reason in the app and by
 * email. The payment itself is recorded separately.
 * @throws Refusal 404, 409 when already decided
 */
export async function decideProof(
  context: Context,
  id: number,
  decision: { readonly decision: "ACCEPTED" | "REFUSED"; readonly reason: string },
  by: Actor,
): Promise<void> {
  await act(context, async (tx, record) => {
    const invoiceId = await invoiceOfProof(tx, id);
    const invoice = invoiceId === null ? null : await lockInvoice(tx, invoiceId);
    const proof = await proofById(tx, id);
    if (invoice === null || proof === null) throw notFound(msg("Proof of payment not found"));
    if (proof.status !== "PENDING") {
      throw new Refusal(
        "already-done",
        msg("This proof was already reviewed. Nothing was changed."),
      );
    }
    await setProofDecision(tx, id, decision, by.userId);
    await insertAudit(tx, {
      actorId: by.userId,
      action: decision.decision === "ACCEPTED" ? "payment-proof-accepted" : "payment-proof-refused",
      subjectType: "lot",
      subjectId: invoice.lotId,
      after: { proofId: id, invoice: invoice.number, file: proof.file_name },
      reason: decision.reason,
      ip: by.ip,
    });
    if (decision.decision === "REFUSED") {
      await enqueue(tx, "send-mail", {
        eventKey: `payment-proof-refused:${id}`,
        to: invoice.buyerEmail,
        content: {
          kind: "PROOF_REFUSED",
          name: invoice.buyerName,
          inventoryId: invoice.inventoryId,
          title: invoice.title,
          auctionName: invoice.auctionName,
          invoiceNumber: invoice.number,
          reason: decision.reason,
        },
      });
    }
    record({
      type: "users-told",
      userIds: [invoice.userId],
      event: {
        type: "NOTICE",
        title: invoice.title,
        ...messageInEachLanguage(
          decision.decision === "ACCEPTED"
            ? msg("We accepted your proof of payment for invoice {invoice}.", {
                invoice: invoice.number,
              })
            : msg("We couldn't accept your proof of payment for invoice {invoice}: {reason}", {
                invoice: invoice.number,
                reason: decision.reason,
              }),
        ),
        inventoryId: invoice.inventoryId,
        at: invoice.now.toISOString(),
      },
    });
  });
}
