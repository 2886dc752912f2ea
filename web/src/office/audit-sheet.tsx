import type { AuditRecord } from "@gavelyard/contract/office";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { browserZone } from "../clock.ts";
import { Badge } from "../ui/badge.tsx";
import { Facts } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { actName, changesOf, type FieldChange } from "./audit-fields.ts";
import { Subject, whoDid } from "./audit-names.tsx";

/** One record with what was before and after, field by field. */
export function AuditSheet({ record, onClose }: { record: AuditRecord; onClose: () => void }) {
  const changes = changesOf(record.before, record.after, browserZone());
  return (
    <Sheet title={actName(record.action)} place="right" onClose={onClose}>
      <Facts
        rows={[
          ["When", formatDateTime(record.at, browserZone())],
          ["User", whoDid(record)],
          ["IP address", record.ip ?? "None"],
          ["Record", <Subject key="subject" record={record} />],
          ["Reason", record.reason ?? "No reason given"],
        ]}
      />
      <h3 className="mt-6 mb-2">Before and after</h3>
      <DataTable
        label="Before and after"
        columns={[
          { name: "Field", render: ({ field }) => field },
          { name: "Before", render: ({ before }) => <Value>{before}</Value> },
          { name: "After", render: (change) => <After change={change} /> },
        ]}
        rows={changes}
        keyOf={({ field }) => field}
        nameOf={({ field }) => field}
        empty="No fields recorded."
      />
    </Sheet>
  );
}

function Value({ children }: { children: string | null }) {
  return <span className="wrap-anywhere">{children ?? ""}</span>;
}

function After({ change: { after, changed } }: { change: FieldChange }) {
  if (!changed) return <Value>{after}</Value>;
  return (
    <>
      <strong className="wrap-anywhere">{after ?? "Removed"}</strong>{" "}
      <Badge tone="live">Changed</Badge>
    </>
  );
}
