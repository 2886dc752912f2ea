import type { PickupLine } from "@gavelyard/contract/sales/pickups";
import { hourWords } from "@gavelyard/domain/sales/pickup";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone, serverNow } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { TextField } from "../ui/form/field.tsx";
import { useAddress } from "../ui/page/use-address.ts";
import { pickupsQuery } from "./api.ts";
import { InvoiceButton } from "./invoice-button.tsx";
import { GateLink } from "./gate-link.tsx";
import { Link } from "../ui/page/router.tsx";

const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export function Pickups() {
  const address = useAddress();
  const requestedDay = address.get("day");
  const day = isDay(requestedDay) ? requestedDay : calendarDateIn(serverNow(), browserZone());
  const query = useQuery(pickupsQuery(useCall(), day));
  return (
    <>
      <TextField
        label={t("Day")}
        type="date"
        className="mb-4 w-56"
        value={day}
        onChange={({ target }) => {
          if (isDay(target.value)) address.set({ day: target.value }, true);
        }}
      />
      <Read query={query} failure={t("Couldn't load appointments.")} className="h-96">
        {({ pickups, waiting }) => (
          <div className="grid gap-6">
            <section aria-label={t("Pickup appointments")}>
              <DataTable
                label={t("Pickup appointments")}
                columns={[when, ...columns]}
                rows={pickups}
                keyOf={({ awardId }) => awardId}
                nameOf={({ name }) => name}
                empty={t("No pickups on this day.")}
              />
            </section>
            <section aria-label={t("Paid, without an appointment")}>
              <h2 className="mb-3">{t("Paid, without an appointment")}</h2>
              <DataTable
                label={t("Paid, without an appointment")}
                columns={[due, ...columns]}
                rows={waiting}
                keyOf={({ awardId }) => awardId}
                nameOf={({ name }) => name}
                empty={t("Every paid unit has an appointment or has been released.")}
              />
            </section>
          </div>
        )}
      </Read>
    </>
  );
}

const when: Column<PickupLine> = {
  name: t("Time"),
  render: ({ pickup }) =>
    pickup === null ? (
      ""
    ) : (
      <span className="figures">
        {t("{from} to {until}", {
          from: hourWords(pickup.fromHour),
          until: hourWords(pickup.untilHour),
        })}
      </span>
    ),
};

const due: Column<PickupLine> = {
  name: t("Pick up by"),
  render: ({ pickupDueAt, timeZone, overdue }) => (
    <>
      {formatDateTime(pickupDueAt, timeZone)}{" "}
      {overdue ? <Badge tone="outbid">{t("Overdue")}</Badge> : null}
    </>
  ),
};

const columns: readonly Column<PickupLine>[] = [
  {
    name: t("Unit"),
    render: ({ auctionId, lotNumber, name }) => (
      <>
        <Link
          to={`?tab=winners&auction=${auctionId}`}
          className="inline-flex min-h-6 items-center font-semibold text-ink"
        >
          {name}
        </Link>{" "}
        <span className="text-soft">{t("lot {number}", { number: lotNumber })}</span>
      </>
    ),
  },
  { name: t("Stock"), render: ({ stockNumber }) => <span className="code">{stockNumber}</span> },
  { name: t("Yard"), render: ({ yardName }) => yardName },
  {
    name: t("Buyer"),
    render: ({ userId, buyerName, buyerPhone }) => (
      <>
        <Link to={`?tab=users&user=${userId}`} className="inline-flex min-h-6 items-center">
          {buyerName}
        </Link>
        {buyerPhone === null ? "" : `, ${buyerPhone}`}
      </>
    ),
  },
  {
    name: "",
    render: (line) => (
      <span className="flex justify-end gap-2 max-sm:flex-wrap">
        <InvoiceButton
          userId={line.userId}
          invoiceId={line.invoiceId}
          title={t("Invoice for {name}", { name: line.name })}
          label={t("Appointment")}
          name={t("Appointment for {name}", { name: line.name })}
        />
        {line.releasedAt === null ? (
          <GateLink awardId={line.awardId} label={t("Release unit")} />
        ) : (
          <Badge tone="winning">{t("Left the yard")}</Badge>
        )}
      </span>
    ),
  },
];
