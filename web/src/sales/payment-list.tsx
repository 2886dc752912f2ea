import type { Invoice } from "@gavelyard/contract/sales/payments";
import { isStaff } from "@gavelyard/domain/users/roles";
import { formatDate } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useSession } from "../session/session.ts";
import { ActionButton } from "../api/action-button.tsx";
import { money } from "../ui/text/format.ts";
import { Rich } from "../ui/text/rich.tsx";

type Payment = Invoice["payments"][number];

export const methods = {
  WIRE: t("wire"),
  ACH: "ACH",
  CHECK: t("check"),
  CASHIERS_CHECK: t("cashier's check"),
  MONEY_ORDER: t("money order"),
  CARD: t("card"),
  CASH: t("cash"),
  FINANCED: t("financing"),
} as const satisfies Record<Payment["method"], string>;

interface TextValues {
  readonly amount: string;
  readonly method: string;
  readonly date: string;
  readonly reference: string;
}

const received = {
  plain: (values: TextValues) => t("<amount>{amount}</amount> by {method} on {date}", values),
  referenced: (values: TextValues) =>
    t("<amount>{amount}</amount> by {method} on {date}, reference {reference}", values),
} as const;

/** The payments on an invoice; staff can remove one until the unit leaves. */
export function PaymentList({ invoice }: { invoice: Invoice }) {
  const session = useSession();
  if (invoice.payments.length === 0) return null;
  const staff = session !== null && isStaff(session.userRole);
  const hasLeft = (invoice.release?.releasedAt ?? null) !== null;
  return (
    <section aria-label={t("Payments")}>
      <h3 className="mb-1 font-bold">{t("Payments")}</h3>
      <ul>
        {invoice.payments.map((payment) => (
          <li
            key={payment.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0"
          >
            <div className="min-w-0">
              <p className={payment.voided === null ? "" : "text-soft line-through"}>
                <Rich
                  text={(payment.reference === "" ? received.plain : received.referenced)({
                    amount: money(payment.amount),
                    method: methods[payment.method],
                    date: formatDate(payment.receivedAt, invoice.timeZone),
                    reference: payment.reference,
                  })}
                  amount={(words) => <span className="figures font-semibold">{words}</span>}
                />
              </p>
              {payment.voided === null ? null : (
                <p className="text-sm text-soft">
                  {t("Removed on {at}: {reason}", {
                    at: formatDate(payment.voided.at, invoice.timeZone),
                    reason: payment.voided.reason,
                  })}
                </p>
              )}
            </div>
            {staff && !hasLeft && payment.voided === null ? (
              <span className="flex flex-wrap gap-2">
                <KeepAsCreditButton payment={payment} isPaid={invoice.status === "PAID"} />
                <VoidPaymentButton payment={payment} isPaid={invoice.status === "PAID"} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const isPaidWarning = t(
  "The invoice is paid, so a second person has to confirm this, unless the two-person rule is off. Until the balance is paid, the unit stays in the yard.",
);

/** Takes a payment off its invoice; its money can pay another one, or go back (D75). */
function KeepAsCreditButton({ payment, isPaid }: { payment: Payment; isPaid: boolean }) {
  return (
    <ActionButton
      label={t("Keep as credit")}
      title={t("Take {amount} off the invoice?", { amount: money(payment.amount) })}
      confirmLabel={t("Keep as credit")}
      reason
      act={(call, reason) =>
        call("voidPayment", {
          params: { id: String(payment.id) },
          body: { reason, money: "CREDIT" },
        })
      }
      done={t("Payment kept as credit")}
      failed={t("Couldn't move the payment.")}
      refresh={[["staff"], ["me"]]}
    >
      {isPaid ? isPaidWarning : null}{" "}
      {t(
        "The money stays with us as the buyer's credit. You can pay another invoice with it, or refund it.",
      )}
    </ActionButton>
  );
}

function VoidPaymentButton({ payment, isPaid }: { payment: Payment; isPaid: boolean }) {
  return (
    <ActionButton
      label={t("Remove")}
      title={t("Remove the {amount} payment from the invoice?", { amount: money(payment.amount) })}
      confirmLabel={t("Remove payment")}
      tone="danger"
      reason
      act={(call, reason) =>
        call("voidPayment", { params: { id: String(payment.id) }, body: { reason } })
      }
      done={t("Payment removed")}
      failed={t("Couldn't remove the payment.")}
      refresh={[["staff"], ["me"]]}
    >
      {isPaid ? isPaidWarning : null}{" "}
      {t(
        "Use this for a payment recorded by mistake or refunded. It stays in the list, crossed out, and the buyer gets your reason.",
      )}
    </ActionButton>
  );
}
