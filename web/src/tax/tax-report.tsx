import type { TaxReport } from "@gavelyard/contract/tax";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { messageOf } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { browserZone, serverNow } from "../clock.ts";
import { download } from "../documents/files.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { money } from "../ui/text/format.ts";
import { taxReportQuery } from "./api.ts";

type Line = TaxReport["states"][number];

const columns: readonly Column<Line>[] = [
  { name: t("State"), render: ({ state }) => state },
  { name: t("Sales [money]"), right: true, render: ({ sales }) => money(sales) },
  { name: t("Taxable"), right: true, render: ({ taxable }) => money(taxable) },
  { name: t("Exempt"), right: true, render: ({ exempt }) => money(exempt) },
  { name: t("Tax"), right: true, render: ({ tax }) => money(tax) },
];

/** Sales tax of a period by state, for the house's returns (D94). */
export function TaxReportView() {
  const today = calendarDateIn(serverNow(), browserZone());
  const [period, setPeriod] = useState({ from: `${today.slice(0, 7)}-01`, to: today });
  const { from, to } = period;
  const wrong = from === "" || to === "" || from > to;
  const query = useQuery({ ...taxReportQuery(useCall(), period), enabled: !wrong });
  const save = useMutation({ mutationFn: () => download("exportTaxReport", { query: period }) });
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-soft">
        {t(
          "Invoices, void invoices and credits recorded in this period. The tax is that of the books. The file has a line for each, with the certificates of exempt sales.",
        )}
      </p>
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          label={t("From")}
          type="date"
          className="w-48"
          value={from}
          onChange={({ target }) => setPeriod({ from: target.value, to })}
        />
        <TextField
          label={t("To")}
          type="date"
          className="w-48"
          value={to}
          error={wrong ? t("The last day can't be before the first") : undefined}
          onChange={({ target }) => setPeriod({ from, to: target.value })}
        />
        <Button busy={save.isPending} disabled={wrong} onClick={() => save.mutate()}>
          <Download aria-hidden className="size-4" /> {t("Export CSV")}
        </Button>
      </div>
      <Failure
        message={save.error === null ? null : messageOf(save.error, t("Couldn't load the file."))}
      />
      {wrong ? null : (
        <Read query={query} failure={t("Couldn't load the report.")} className="h-48">
          {({ states, total }) => (
            <DataTable
              ownScroll={false}
              label={t("Sales tax by state")}
              columns={columns}
              rows={states.length < 2 ? states : [...states, { state: t("Total"), ...total }]}
              keyOf={({ state }) => state}
              nameOf={({ state }) => state}
              empty={t("No sales in this period. Choose another one.")}
            />
          )}
        </Read>
      )}
    </div>
  );
}
