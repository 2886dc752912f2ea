import type { SecurityRecord } from "@gavelyard/contract/security-log";
import { limitNames } from "@gavelyard/domain/rate-limit-names";
import { plural } from "@gavelyard/messages/text";

const names = new Map<string, string>(Object.entries(limitNames));

/** Returns an entry's detail in the reader's language; calls and names of malware have none. */
export function entryDetail({ kind, detail }: Pick<SecurityRecord, "kind" | "detail">): string {
  if (detail === null) return "";
  if (kind === "LIMIT_REACHED") return names.get(detail) ?? detail;
  if (kind !== "DATA_LISTED" && kind !== "DATA_EXPORTED") return detail;
  return detail.replace(/^(\d+) rows?/, (_all, rows) =>
    plural(Number(rows), "{n} row", "{n} rows"),
  );
}
