import type { AuctionLine } from "@gavelyard/contract/auctions/auctions-staff";
import type { UnpaidInventory } from "@gavelyard/contract/sales/payments";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { money } from "../ui/text/format.ts";
import { unpaidQuery } from "./api.ts";
import { PaymentButton } from "./payment-form.tsx";
import { Link } from "../ui/page/router.tsx";

export function Unpaid({ auction }: { auction: AuctionLine }) {
  const query = useQuery(unpaidQuery(useCall(), auction.id));
  const columns: readonly Column<UnpaidInventory>[] = [
    { name: t("Lot"), render: ({ lotNumber }) => <span className="figures">{lotNumber}</span> },
    {
      name: t("Unit"),
      render: ({ inventoryId, inventory }) => (
        <Link to={`/truck/${inventoryId}`} className="font-semibold text-ink">
          {inventory.name}
        </Link>
      ),
    },
    {
      name: t("Winner"),
      render: ({ userId, bidderName }) => (
        <Link to={`?tab=users&user=${userId}`}>{bidderName}</Link>
      ),
    },
    { name: t("Hammer price"), right: true, render: ({ hammerPrice }) => money(hammerPrice) },
    {
      name: t("Total due"),
      right: true,
      render: ({ total }) => (total === null ? t("No invoice yet") : money(total)),
    },
    {
      name: t("Paid so far"),
      right: true,
      render: ({ paid }) => (paid === 0 ? t("Nothing") : money(paid)),
    },
    {
      name: t("Due"),
      render: ({ paymentDueAt, overdue }) => (
        <>
          {formatDateTime(paymentDueAt, auction.timeZone)}{" "}
          {overdue ? <Badge tone="outbid">{t("Overdue")}</Badge> : null}
        </>
      ),
    },
    {
      name: "",
      right: true,
      render: (unpaid) =>
        unpaid.status !== "PENDING" ? (
          <PaymentButton unpaid={unpaid} />
        ) : (
          <Link to={`?tab=winners&auction=${auction.id}`}>{t("Declare winner first")}</Link>
        ),
    },
  ];
  return (
    <Read query={query} failure={t("Couldn't load the list.")} className="h-96">
      {(unpaid) => (
        <DataTable
          label={t("Won and unpaid")}
          columns={columns}
          rows={unpaid}
          keyOf={({ awardId }) => awardId}
          nameOf={({ inventory }) => inventory.name}
          empty={t("Every lot won in this auction is paid.")}
        />
      )}
    </Read>
  );
}
