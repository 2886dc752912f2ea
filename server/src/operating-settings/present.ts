import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { mailPlaceholders } from "@gavelyard/domain/mail-placeholders";
import { mailTextNames, wordedMail, type MailTextName } from "@gavelyard/domain/mail-texts";
import type { Settings } from "../settings.ts";
import { keeping, type SettingName, type SettingValues } from "./kept.ts";
import { readMailText, type SettingRow } from "./sql.ts";
import { defaultSettings } from "./defaults.ts";

type Rows = ReadonlyMap<string, SettingRow>;

const lastChange = (row: SettingRow | undefined) => ({
  id: row?.id ?? null,
  updatedAt: row?.updated_at.toISOString() ?? null,
  updatedBy: row?.updated_by ?? null,
});

/** Returns a stored value; null for none, or for an invalid one, so that staff can replace it. */
function readable<Name extends SettingName>(name: Name, kept: unknown): SettingValues[Name] | null {
  const read: (kept: unknown) => SettingValues[Name] = keeping[name].read;
  try {
    return kept === null || kept === undefined ? null : read(kept);
  } catch {
    return null;
  }
}

/** Returns all settings for staff: current values, defaults, and the last change. */
export function presentSettings(
  rows: Rows,
  settings: Pick<Settings, "site" | "defaultBidLimitCents">,
): OperatingSettings {
  const defaults = defaultSettings(settings);
  const part = <Name extends SettingName>(name: Name) => {
    const row = rows.get(name);
    const kept = readable(name, row?.value);
    return {
      ...lastChange(row),
      isDefault: kept === null,
      value: kept ?? defaults[name],
      defaultValue: defaults[name],
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
    customerApiKeys: part("customerApiKeys"),
    negotiation: part("negotiation"),
    delivery: part("delivery"),
    mails: mailTextNames.map((name) => presentMail(name, rows.get(`mail:${name}`))),
  };
}

function presentMail(
  kind: MailTextName,
  row: SettingRow | undefined,
): OperatingSettings["mails"][number] {
  const { group, title, subject, body, placeholders, action, reason } = wordedMail(kind);
  const defaultValue = { subject, body };
  const text = readMailText(kind, row?.value);
  return {
    ...lastChange(row),
    isDefault: text === null,
    kind,
    group,
    title,
    placeholders: placeholders.map((name) => ({ name, meaning: mailPlaceholders[name].meaning })),
    action: action ?? null,
    reason,
    value: text ?? defaultValue,
    defaultValue,
  };
}
