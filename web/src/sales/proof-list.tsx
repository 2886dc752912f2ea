import type { PaymentProof } from "@gavelyard/contract/sales/payment-proofs";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { browserZone } from "../clock.ts";
import { DocumentButton } from "../documents/document-button.tsx";
import { useAction } from "../api/use-action.ts";
import { ActionButton } from "../api/action-button.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";

const states: Record<PaymentProof["status"], readonly [buyer: string, staff: string, BadgeTone]> = {
  PENDING: [t("We're reviewing it"), t("To review"), "attention"],
  ACCEPTED: [t("Accepted"), t("Accepted"), "winning"],
  REFUSED: [t("Not accepted"), t("Not accepted"), "outbid"],
};

export function ProofList({ proofs, staff }: { proofs: readonly PaymentProof[]; staff: boolean }) {
  if (proofs.length === 0) {
    return (
      <p className="text-soft">
        {t("Sent your payment? Upload your bank's confirmation and we'll look for it.")}
      </p>
    );
  }
  return (
    <ul className="grid gap-3">
      {proofs.map((proof) => {
        const [buyer, ours, tone] = states[proof.status];
        const time = formatDateTime(proof.sentAt, browserZone());
        return (
          <li key={proof.id} className="grid gap-2 border-b border-line pb-3 last:border-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <DocumentButton documentId={proof.documentId} name={proof.fileName} />
              <Badge tone={tone}>{staff ? ours : buyer}</Badge>
            </div>
            <p className="text-sm text-soft wrap-anywhere">
              {proof.note === ""
                ? t("Sent {time}", { time })
                : t("Sent {time}: {note}", { time, note: proof.note })}
            </p>
            {proof.reason === "" ? null : (
              <p className="wrap-anywhere">
                <span className="font-semibold">{t("Reason:")}</span> {proof.reason}
              </p>
            )}
            {staff && proof.status === "PENDING" ? <ProofDecision proof={proof} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function ProofDecision({ proof }: { proof: PaymentProof }) {
  const params = { id: String(proof.id) };
  const failed = t("Couldn't save your decision. Try again.");
  const refresh = [["staff"]] as const;
  const accept = useAction(
    (call) => call("decidePaymentProof", { params, body: { decision: "ACCEPTED" } }),
    { done: t("Proof accepted. Now record the payment."), failed, refresh },
  );
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={accept.isPending} onClick={() => accept.mutate(null)}>
        {t("Accept proof")}
      </Button>
      <ActionButton
        label={t("Reject proof")}
        title={t("Reject this proof?")}
        confirmLabel={t("Reject proof")}
        tone="danger"
        reason
        act={(call, reason) =>
          call("decidePaymentProof", { params, body: { decision: "REFUSED", reason } })
        }
        done={t("Proof rejected")}
        failed={failed}
        refresh={refresh}
      >
        {t("The buyer sees your reason and can upload another file.")}
      </ActionButton>
    </div>
  );
}
