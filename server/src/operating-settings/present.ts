import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { mailPlaceholders } from "@gavelyard/domain/mail-placeholders";
import { mailTextNames, wordedMail, type MailTextName } from "@gavelyard/domain/mail-texts";
import type { Settings } from "../settings.ts";
import { keeping, type SettingName, type SettingValues } from "./kept.ts";
import { readMailText, type SettingRow } from "./sql.ts";
import { usualSettings } from "./usual.ts";

type Rows = ReadonlyMap<string, SettingRow>;

const lastChange = (row: SettingRow | undefined) => ({
  id: row?.id ?? null,
  updatedAt: row?.updated_at.toISOString() ?? null,
  updatedBy: row?.updated_by ?? null,
});

/** A kept value; null for none, or for one that no longer passes, so that it can be set again. */
function readable<Name extends SettingName>(name: Name, kept: unknown): SettingValues[Name] | null {
  const read: (kept: unknown) => SettingValues[Name] = keeping[name].read;
  try {
    return kept === null || kept === undefined ? null : read(kept);
  } catch {
    return null;
  }
}

/** All settings as staff see them: what counts, what is usual, and who changed them last. */
export function presentSettings(
  rows: Rows,
  settings: Pick<Settings, "site" | "defaultBidLimitCents">,
): OperatingSettings {
  const usual = usualSettings(settings);
  const part = <Name extends SettingName>(name: Name) => {
    const row = rows.get(name);
    const kept = readable(name, row?.value);
    return {
      ...lastChange(row),
      isUsual: kept === null,
      value: kept ?? usual[name],
      usual: usual[name],
    };
  };
  return {
    contact: part("contact"),
    fees: part("fees"),
    increments: part("increments"),
    softClose: part("softClose"),
    bidLimit: part("bidLimit"),
    notice: part("notice"),
    twoPersonRule: part("twoPersonRule"),
    mails: mailTextNames.map((name) => presentMail(name, rows.get(`mail:${name}`))),
  };
}

function presentMail(
  kind: MailTextName,
  row: SettingRow | undefined,
): OperatingSettings["mails"][number] {
  const { group, title, subject, body, placeholders, action, reason } = wordedMail(kind);
  const usual = { subject, body };
  const text = readMailText(kind, row?.value);
  return {
    ...lastChange(row),
    isUsual: text === null,
    kind,
    group,
    title,
    placeholders: placeholders.map((name) => ({ name, meaning: mailPlaceholders[name].meaning })),
    action: action ?? null,
    reason,
    value: text ?? usual,
    usual,
  };
}
