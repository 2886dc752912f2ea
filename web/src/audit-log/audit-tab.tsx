import type { AuditRecord } from "@gavelyard/contract/audit-log";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";

import { Pagination } from "../ui/list/pagination.tsx";
import { saveCsv } from "../ui/list/save-csv.ts";
import { numberOf, useAddress, type Address } from "../ui/page/use-address.ts";
import { auditQuery } from "./api.ts";
import { actionName, dayIn } from "../ui/changes/audit-fields.ts";
import { AuditFilter } from "./audit-filter.tsx";
import { Subject, whoDid } from "./audit-names.tsx";
import { AuditSheet } from "./audit-sheet.tsx";
import { TableViews } from "../table-views/table-views.tsx";
import { Link } from "../ui/page/router.tsx";

const SIZE = 50;

/** Who did what to what, when and why (D31). */
export default function AuditTab() {
  const address = useAddress();
  const query = useQuery(auditQuery(useCall(), searchOf(address)));
  const open = numberOf(address.get("record"));
  const zone = browserZone();
  const columns = columnsIn(zone, address);
  return (
    <>
      <AuditFilter />
      <Read query={query} failure={t("Couldn't load the audit log.")} className="h-96">
        {({ content, totalElements, totalPages, number }) => {
          const record = content.find(({ id }) => id === open);
          return (
            <>
              <div className="mb-3 flex flex-wrap items-center gap-3">
                <p aria-live="polite" className="mr-auto text-soft">
                  {plural(totalElements, "{n} record", "{n} records")}
                </p>
                <TableViews table="audit" columns={columns} />
                {content.length === 0 ? null : (
                  <Button
                    onClick={() => saveCsv(`audit-page-${number + 1}.csv`, content.map(csvRow))}
                  >
                    <Download aria-hidden className="size-4" /> {t("CSV of this page")}
                  </Button>
                )}
              </div>
              <DataTable
                label={t("Audit log")}
                columns={columns}
                rows={content}
                keyOf={({ id }) => id}
                nameOf={({ action, at }) => `${actionName(action)}, ${formatDateTime(at, zone)}`}
                empty={t("No matching entries.")}
              />
              <Pagination
                page={number}
                totalPages={totalPages}
                linkTo={(page) => address.to({ page: page === 0 ? null : page, record: null })}
              />
              {record === undefined ? null : (
                <AuditSheet
                  key={record.id}
                  record={record}
                  onClose={() => address.set({ record: null })}
                />
              )}
            </>
          );
        }}
      </Read>
    </>
  );
}

/** Converts the address to a search; invalid numbers and dates are ignored. */
function searchOf(address: Address) {
  const zone = browserZone();
  const [actor, subject] = [numberOf(address.get("actor")), numberOf(address.get("number"))];
  const [from, to] = [dayIn(address.get("from"), zone), dayIn(address.get("to"), zone)];
  return {
    size: String(SIZE),
    page: String(numberOf(address.get("page")) ?? 0),
    ...(actor === null ? {} : { actorId: String(actor) }),
    ...(subject === null ? {} : { subjectId: String(subject) }),
    ...(from === undefined ? {} : { from: from.begins }),
    ...(to === undefined ? {} : { to: to.ends }),
    action: address.get("action").slice(0, 60),
    subjectType: address.get("subject").slice(0, 40),
    q: address.get("q").slice(0, 100),
  };
}

function columnsIn(zone: string, address: Address): readonly Column<AuditRecord>[] {
  return [
    { id: "time", name: t("Time"), render: ({ at }) => formatDateTime(at, zone) },
    {
      id: "user",
      name: t("User"),
      render: (record) =>
        record.actorId === null ? (
          whoDid(record)
        ) : (
          <Link
            to={`?tab=users&user=${record.actorId}`}
            className="inline-flex min-h-6 items-center wrap-anywhere"
          >
            {whoDid(record)}
          </Link>
        ),
    },
    {
      name: t("Action"),
      render: ({ id, action }) => (
        <Link
          to={address.to({ record: id })}
          className="inline-flex min-h-9 items-center font-semibold text-ink"
        >
          {actionName(action)}
        </Link>
      ),
    },
    { id: "subject", name: t("Record"), render: (record) => <Subject record={record} /> },
    {
      id: "reason",
      name: t("Reason"),
      render: ({ reason }) =>
        reason === null ? "" : <span className="wrap-anywhere">{reason}</span>,
    },
  ];
}

const csvRow = (record: AuditRecord) => ({
  Number: record.id,
  Time: record.at,
  User: whoDid(record),
  "User ID": record.actorId,
  Action: record.action,
  Record: record.subjectType,
  "Record ID": record.subjectId,
  "Record name": record.subjectName,
  Reason: record.reason,
  Before: textOf(record.before),
  After: textOf(record.after),
  "IP address": record.ip,
});

const textOf = (value: unknown) => (value === null ? null : JSON.stringify(value));
