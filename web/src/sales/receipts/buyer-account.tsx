import type { BuyerAccount, Receipt } from "@gavelyard/contract/sales/receipts";
import { canBeReturned } from "@gavelyard/domain/sales/receipts";
import { formatDate, formatUtcDate } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { download } from "../../documents/files.ts";
import { messageOf } from "../../api/messages.ts";
import { Read } from "../../api/read.tsx";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/card.tsx";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { ActionButton } from "../../api/action-button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { money } from "../../ui/text/format.ts";
import { Link } from "../../ui/page/router.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { buyerAccountQuery } from "../api.ts";
import { methods } from "../payment-list.tsx";
import { StatementButton } from "../statement/statement-button.tsx";
import { ReceiptForm } from "./receipt-form.tsx";
import { RefundForm } from "./refund-form.tsx";

const changed = [["staff"], ["me"]] as const;

/** What a buyer owes, and the money that came in from them, over the list of buyers (D75). */
export function BuyerAccountSheet({ userId, onClose }: { userId: number; onClose: () => void }) {
  const query = useQuery(buyerAccountQuery(useCall(), userId));
  return (
    <Sheet title={query.data?.name ?? t("Buyer")} place="right" onClose={onClose}>
      <Read query={query} failure={t("Couldn't load the buyer's account.")} className="h-96">
        {(account) => (
          <div className="grid gap-6">
            <Facts
              rows={[
                ...(account.companyName === null
                  ? []
                  : ([[t("Company"), account.companyName]] as const)),
                [t("Balance"), money(account.balance), "figures text-xl"],
                [t("Credit"), money(account.credit), "figures"],
              ]}
            />
            <Link to={`?tab=users&user=${userId}`} className="font-semibold">
              {t("View user")}
            </Link>
            {account.cashReport === null ? null : <CashReport report={account.cashReport} />}
            <Invoices account={account} />
            <section aria-label={t("Record a receipt")}>
              <h3 className="mb-2 font-bold">{t("Record a receipt")}</h3>
              <ReceiptForm account={account} />
            </section>
            <Receipts account={account} />
          </div>
        )}
      </Read>
    </Sheet>
  );
}

/** What has to be filed about the buyer's cash, and by when (D89). */
function CashReport({ report }: { report: NonNullable<BuyerAccount["cashReport"]> }) {
  const save = useAction(
    (call, { outcome, note }: { outcome: "FILED" | "NOT_REQUIRED"; note: string }) =>
      call("reportCash", { params: { id: String(report.receiptId) }, body: { outcome, note } }),
    {
      done: t("Report recorded"),
      failed: t("Couldn't record the report."),
      refresh: changed,
    },
  );
  return (
    <section
      aria-label={t("Form 8300")}
      className="grid gap-3 rounded-lg border border-line bg-sunken p-4"
    >
      <h3>{t("Form 8300")}</h3>
      <p>
        {t(
          "{amount} came in as cash, or as cashier's checks and money orders of at most $10,000, within 12 months. File Form 8300 with FinCEN by {date}.",
          { amount: money(report.amount), date: formatUtcDate(report.dueOn) },
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          label={t("Record filing")}
          title={t("Was Form 8300 filed?")}
          confirmLabel={t("Record filing")}
          reason
          busy={save.isPending}
          onConfirm={(note) => save.mutate({ outcome: "FILED", note })}
        >
          {t("Enter the confirmation number as the reason. Later cash is counted again.")}
        </ConfirmButton>
        <ConfirmButton
          label={t("Not required")}
          title={t("Is no report required?")}
          confirmLabel={t("Not required")}
          reason
          busy={save.isPending}
          onConfirm={(note) => save.mutate({ outcome: "NOT_REQUIRED", note })}
        >
          {t(
            "Say why, for example that these payments aren't related. The audit log keeps it. Later cash is counted again.",
          )}
        </ConfirmButton>
      </div>
    </section>
  );
}

function Invoices({ account }: { account: BuyerAccount }) {
  return (
    <section aria-label={t("Open invoices")}>
      <h3 className="mb-1 font-bold">{t("Open invoices")}</h3>
      {account.invoices.length === 0 ? <p>{t("Nothing is owed.")}</p> : null}
      <ul>
        {account.invoices.map((invoice) => (
          <li
            key={invoice.id}
            className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2 last:border-0"
          >
            <span className="min-w-0">
              <Link to={`?tab=payments&invoice=${invoice.id}`} className="font-semibold">
                {invoice.number}
              </Link>{" "}
              {t("{name}, lot {lotNumber}", { name: invoice.name, lotNumber: invoice.lotNumber })}
              <span className="block text-sm text-soft">
                {t("Due {date}", { date: formatDate(invoice.dueAt, invoice.timeZone) })}{" "}
                {invoice.overdue ? <Badge tone="outbid">{t("Overdue")}</Badge> : null}
              </span>
            </span>
            <span className="figures font-semibold">{money(invoice.balance)}</span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2 [&:empty]:hidden">
        {[...Map.groupBy(account.invoices, ({ auctionId }) => auctionId)].map(
          ([auctionId, [first]]) => (
            <StatementButton
              key={auctionId}
              userId={account.userId}
              auctionId={auctionId}
              auctionName={first?.auctionName ?? ""}
            />
          ),
        )}
      </p>
    </section>
  );
}

function Receipts({ account }: { account: BuyerAccount }) {
  return (
    <section aria-label={t("Receipts")}>
      <h3 className="mb-1 font-bold">{t("Receipts")}</h3>
      {account.receipts.length === 0 ? <p>{t("No money has come in yet.")}</p> : null}
      <ul>
        {account.receipts.map((receipt) => (
          <li key={receipt.id} className="border-b border-line py-3 last:border-0">
            <ReceiptLines account={account} receipt={receipt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReceiptLines({ account, receipt }: { account: BuyerAccount; receipt: Receipt }) {
  const { timeZone, serverTime } = account;
  const ended = receipt.end !== null;
  return (
    <div className="grid gap-1">
      <p className={ended ? "text-soft line-through" : ""}>
        <span className="figures font-semibold">{money(receipt.amount)}</span>{" "}
        {[methods[receipt.method], receipt.reference, receipt.payer].filter(Boolean).join(", ")}
      </p>
      <p className="text-sm text-soft">
        {t("Received {date}", { date: formatDate(receipt.receivedAt, timeZone) })}{" "}
        {!ended && receipt.clearsAt > serverTime ? (
          <Badge tone="attention">
            {t("Clears {date}", { date: formatDate(receipt.clearsAt, timeZone) })}
          </Badge>
        ) : null}
      </p>
      {receipt.end === null ? null : (
        <p className="text-sm">
          {receipt.end.kind === "RETURNED"
            ? t("Returned by the bank: {reason}", { reason: receipt.end.reason })
            : t("Reversed: {reason}", { reason: receipt.end.reason })}
        </p>
      )}
      <ul className="text-sm">
        {receipt.payments.map((payment) => (
          <li key={payment.id} className={payment.voided ? "text-soft line-through" : ""}>
            {t("{amount} for invoice {number}", {
              amount: money(payment.amount),
              number: payment.invoiceNumber,
            })}
          </li>
        ))}
        {receipt.refunds.map((refund) => (
          <li key={refund.id}>
            {t("{amount} refunded, reference {reference}", {
              amount: money(refund.amount),
              reference: refund.reference,
            })}
          </li>
        ))}
        {receipt.credit === 0 ? null : (
          <li className="font-semibold">
            {t("{amount} left as credit", { amount: money(receipt.credit) })}
          </li>
        )}
      </ul>
      <ReceiptActions account={account} receipt={receipt} />
    </div>
  );
}

function ReceiptActions({ account, receipt }: { account: BuyerAccount; receipt: Receipt }) {
  const [refunding, setRefunding] = useState(false);
  const params = { id: String(receipt.id) };
  const file = useMutation({ mutationFn: () => download("receiptFile", { params }) });
  const end = useAction(
    (call, { kind, reason }: { kind: "MISTAKE" | "RETURNED"; reason: string }) =>
      call("endReceipt", { params, body: { kind, reason } }),
    {
      done: t("Receipt reversed"),
      failed: t("Couldn't reverse the receipt."),
      refresh: changed,
    },
  );
  const stands = receipt.end === null && receipt.refunds.length === 0;
  return (
    <>
      <div className="mt-1 flex flex-wrap gap-2">
        {receipt.credit > 0 && account.invoices.length > 0 ? (
          <ActionButton
            label={t("Pay invoices from credit")}
            title={t("Pay the oldest invoices with {amount}?", { amount: money(receipt.credit) })}
            confirmLabel={t("Pay invoices from credit")}
            act={(call) => call("payFromCredit", { params, body: { credit: receipt.credit } })}
            done={t("Invoices paid from credit")}
            failed={t("Couldn't pay from the credit.")}
            refresh={changed}
          >
            {t("The oldest due are paid first. What is left stays credit.")}
          </ActionButton>
        ) : null}
        {receipt.credit > 0 ? (
          <Button aria-expanded={refunding} onClick={() => setRefunding(!refunding)}>
            {t("Refund credit")}
          </Button>
        ) : null}
        {stands && canBeReturned(receipt.method) ? (
          <ConfirmButton
            label={t("Returned by the bank")}
            title={t("Did the bank return {amount}?", { amount: money(receipt.amount) })}
            confirmLabel={t("Record return")}
            tone="danger"
            trigger="plain"
            reason
            busy={end.isPending}
            onConfirm={(reason) => end.mutate({ kind: "RETURNED", reason })}
          >
            {t(
              "Its invoices are owed again at once, and units in the yard stay there. We email the buyer your reason.",
            )}
          </ConfirmButton>
        ) : null}
        {stands ? (
          <ConfirmButton
            label={t("Reverse")}
            title={t("Reverse the receipt of {amount}?", { amount: money(receipt.amount) })}
            confirmLabel={t("Reverse receipt")}
            tone="danger"
            trigger="plain"
            reason
            busy={end.isPending}
            onConfirm={(reason) => end.mutate({ kind: "MISTAKE", reason })}
          >
            {t(
              "Use this for a receipt recorded by mistake. A second person has to confirm it, unless the two-person rule is off. Its invoices are owed again.",
            )}
          </ConfirmButton>
        ) : null}
        {receipt.hasFile ? (
          <Button busy={file.isPending} onClick={() => file.mutate()}>
            {t("View file")}
          </Button>
        ) : null}
      </div>
      <Failure
        message={file.error === null ? null : messageOf(file.error, t("Couldn't load the file."))}
      />
      {refunding ? <RefundForm receipt={receipt} onDone={() => setRefunding(false)} /> : null}
    </>
  );
}
