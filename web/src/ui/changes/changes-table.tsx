import { t } from "@gavelyard/messages/text";
import { browserZone } from "../../clock.ts";
import { Badge } from "../badge.tsx";
import { DataTable } from "../list/data-table.tsx";
import { changesOf, type FieldChange } from "./audit-fields.ts";

export function ChangesTable({ before, after }: { before: unknown; after: unknown }) {
  return (
    <DataTable
      ownScroll={false}
      label={t("Before and after")}
      columns={[
        { name: t("Field"), render: ({ field }) => field },
        { name: t("Before"), render: (change) => <Value>{change.before}</Value> },
        { name: t("After"), render: (change) => <After change={change} /> },
      ]}
      rows={changesOf(before, after, browserZone())}
      keyOf={({ field }) => field}
      nameOf={({ field }) => field}
      empty={t("No fields recorded.")}
    />
  );
}

function Value({ children }: { children: string | null }) {
  return <span className="wrap-anywhere">{children ?? ""}</span>;
}

function After({ change: { after, changed } }: { change: FieldChange }) {
  if (!changed) return <Value>{after}</Value>;
  if (after === null) return <strong>{t("Removed")}</strong>;
  return (
    <>
      <strong className="wrap-anywhere">{after}</strong>{" "}
      <Badge tone="attention">{t("Changed")}</Badge>
    </>
  );
}
