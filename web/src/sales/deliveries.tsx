import type { DeliveryLine } from "@gavelyard/contract/sales/deliveries";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { money } from "../ui/text/format.ts";
import { deliveriesQuery } from "./api.ts";
import { deliveryStages } from "./delivery-stages.ts";
import { InvoiceButton } from "./invoice-button.tsx";
import { Link } from "../ui/page/router.tsx";

const columns: readonly Column<DeliveryLine>[] = [
  {
    name: t("Unit"),
    render: ({ inventoryId, lotNumber, name }) => (
      <>
        <Link to={`/truck/${inventoryId}`} className="font-semibold text-ink">
          {name}
        </Link>{" "}
        <span className="text-soft">{t("lot {number}", { number: lotNumber })}</span>
      </>
    ),
  },
  { name: t("From [place]"), render: ({ yardName }) => yardName },
  { name: t("To [address]"), render: ({ destination }) => destination },
  {
    name: t("Buyer"),
    render: ({ userId, buyerName }) => (
      <Link to={`?tab=users&user=${userId}`} className="inline-flex min-h-6 items-center">
        {buyerName}
      </Link>
    ),
  },
  {
    name: t("Estimate"),
    right: true,
    render: ({ estimate }) => (estimate === null ? t("None") : money(estimate)),
  },
  {
    name: t("Quote"),
    right: true,
    render: ({ quote }) => (quote === null ? t("None yet") : money(quote.amount)),
  },
  { name: t("Stage"), render: (line) => <Stage line={line} /> },
  {
    name: "",
    right: true,
    render: ({ userId, invoiceId, invoiceNumber, name }) => (
      <InvoiceButton
        userId={userId}
        invoiceId={invoiceId}
        title={t("Invoice {number} for {name}", { number: invoiceNumber, name })}
        label={t("Open [button]")}
        name={t("Open invoice {number} for {name}", { number: invoiceNumber, name })}
      />
    ),
  },
];

/** Deliveries that buyers requested, from the quote to the arrival (D62). */
export function Deliveries() {
  const query = useQuery(deliveriesQuery(useCall()));
  return (
    <Read query={query} failure={t("Couldn't load the deliveries.")} className="h-96">
      {(lines) => (
        <DataTable
          label={t("Deliveries")}
          columns={columns}
          rows={lines}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          empty={t("No open deliveries. Buyers' requests appear here.")}
        />
      )}
    </Read>
  );
}

function Stage({
  line: { status, quote, balance, requestedAt, timeZone },
}: {
  line: DeliveryLine;
}) {
  if (status === "REQUESTED") {
    return (
      <>
        <Badge tone="attention">{deliveryStages.REQUESTED}</Badge>{" "}
        <span className="text-soft">
          {t("since {time}", { time: formatDateTime(requestedAt, timeZone) })}
        </span>
      </>
    );
  }
  if (quote?.expired === true) return <Badge tone="outbid">{t("Quote expired")}</Badge>;
  if (status === "QUOTED" && quote !== null) {
    return t("{stage} until {time}", {
      stage: deliveryStages.QUOTED,
      time: formatDateTime(quote.until, timeZone),
    });
  }
  if (status === "ACCEPTED") {
    return balance === 0 ? (
      <Badge tone="attention">{t("Paid, hand to carrier")}</Badge>
    ) : (
      t("Accepted, {balance} due", { balance: money(balance) })
    );
  }
  return deliveryStages[status];
}
