import { say } from "@gavelyard/messages/text";
import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { mailPlaceholders } from "@gavelyard/domain/mail/mail-placeholders";
import type { Language } from "@gavelyard/messages/languages";
import {
  mailTextNames,
  mailDefinition,
  customText,
  type MailTextName,
} from "@gavelyard/domain/mail/mail-texts";
import type { Settings } from "../settings.ts";
import { codecs, type SettingName, type SettingValues } from "./stored-values.ts";
import { inLanguage } from "../http/reader-language.ts";
import { mailTextsIn, rowOfMail, type SettingRow } from "./sql.ts";
import { defaultSettings } from "./defaults.ts";

type Rows = ReadonlyMap<string, SettingRow>;

const lastChange = (row: SettingRow | undefined) => ({
  id: row?.id ?? null,
  updatedAt: row?.updated_at.toISOString() ?? null,
  updatedBy: row?.updated_by ?? null,
});

/** Returns a stored value; null for none, or for an invalid one, so that staff can replace it. */
function readable<Name extends SettingName>(
  name: Name,
  stored: unknown,
): SettingValues[Name] | null {
  const decode: (stored: unknown) => SettingValues[Name] = codecs[name].decode;
  try {
    return stored === null || stored === undefined ? null : decode(stored);
  } catch {
    return null;
  }
}

/** Returns all settings for staff: current values, defaults, and the last change. */
export function presentSettings(
  rows: Rows,
  settings: Pick<Settings, "site" | "defaultBidLimitCents" | "languages">,
): OperatingSettings {
  const defaults = defaultSettings(settings);
  const texts = mailTextsIn(new Map([...rows].map(([name, { value }]) => [name, value])));
  const part = <Name extends SettingName>(name: Name) => {
    const row = rows.get(name);
    const stored = readable(name, row?.value);
    return {
      ...lastChange(row),
      isDefault: stored === null,
      value: stored ?? defaults[name],
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
    titles: part("titles"),
    delivery: part("delivery"),
    clearing: part("clearing"),
    accounts: part("accounts"),
    reasons: part("reasons"),
    mails: settings.languages.flatMap((language) =>
      mailTextNames.map((name) => presentMail(name, language, { rows, texts })),
    ),
  };
}

function presentMail(
  kind: MailTextName,
  language: Language,
  { rows, texts }: { readonly rows: Rows; readonly texts: ReturnType<typeof mailTextsIn> },
): OperatingSettings["mails"][number] {
  const { group, title, subject, body, placeholders, action, reason } = mailDefinition(kind);
  const written = customText(texts, kind, language);
  // The email's own parts are shown as its readers get them.
  const own = inLanguage(language, () => ({
    defaultValue: { subject: say(subject), body: say(body) },
    action: action === undefined ? null : say(action),
    reason: say(reason),
  }));
  return {
    ...lastChange(rows.get(rowOfMail(kind, language))),
    ...own,
    isDefault: written?.language !== language,
    kind,
    language,
    writtenIn: written?.language ?? language,
    group,
    title: say(title),
    placeholders: placeholders.map((name) => ({
      name,
      meaning: say(mailPlaceholders[name].meaning),
    })),
    value: written?.text ?? own.defaultValue,
  };
}
