import { t } from "@gavelyard/messages/text";
import type { AuditRecord } from "@gavelyard/contract/audit-log";
import { words } from "../ui/text/format.ts";
import { subjectPath } from "../ui/changes/audit-fields.ts";
import { Link } from "../ui/page/router.tsx";

export const subjectWord = (type: string): string => words(type.replaceAll("-", "_").toUpperCase());

export const whoDid = ({ actorName, actorId }: AuditRecord): string =>
  actorName ?? (actorId === null ? "Gavelyard" : t("User {actorId}", { actorId }));

/** An action's subject with its name, if it has one, and a link to it. */
export function Subject({ record }: { record: AuditRecord }) {
  const path = subjectPath(record);
  return (
    <>
      <span className="text-soft">
        {subjectWord(record.subjectType)} <span className="figures">{record.subjectId}</span>
      </span>{" "}
      {path === null ? (
        (record.subjectName ?? "")
      ) : (
        <Link to={path} className="inline-flex min-h-6 items-center wrap-anywhere">
          {record.subjectName ?? t("View [verb]")}
        </Link>
      )}
    </>
  );
}
