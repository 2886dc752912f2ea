import type { AuditRecord } from "@gavelyard/contract/office";
import { Link } from "react-router";
import { words } from "../ui/format.ts";
import { subjectPath } from "./audit-fields.ts";

/** A kind of subject in words, "Finance request". */
export const subjectWord = (type: string): string => words(type.replaceAll("-", "_"));

/** Who did it: a person, or the product by itself. */
export const whoDid = ({ actorName, actorId }: AuditRecord): string =>
  actorName ?? (actorId === null ? "Gavelyard" : `User ${actorId}`);

/** What it was done to, with its name where it has one, and the way to it. */
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
          {record.subjectName ?? "View"}
        </Link>
      )}
    </>
  );
}
