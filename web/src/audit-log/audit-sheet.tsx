import { t } from "@gavelyard/messages/text";
import type { AuditRecord } from "@gavelyard/contract/audit-log";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { browserZone } from "../clock.ts";
import { Facts } from "../ui/card.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { actionName } from "../ui/changes/audit-fields.ts";
import { Subject, whoDid } from "./audit-names.tsx";
import { ChangesTable } from "../ui/changes/changes-table.tsx";

export function AuditSheet({ record, onClose }: { record: AuditRecord; onClose: () => void }) {
  return (
    <Sheet title={actionName(record.action)} place="right" onClose={onClose}>
      <Facts
        rows={[
          [t("When"), formatDateTime(record.at, browserZone())],
          [t("User"), whoDid(record)],
          [t("IP address"), record.ip ?? t("None")],
          [t("Record"), <Subject key="subject" record={record} />],
          [t("Reason"), record.reason ?? t("No reason given")],
        ]}
      />
      <h3 className="mt-6 mb-2">{t("Before and after")}</h3>
      <ChangesTable before={record.before} after={record.after} />
    </Sheet>
  );
}
