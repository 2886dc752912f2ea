import { languages, type Language } from "@gavelyard/messages/languages";
import {
  mailTextFaults,
  mailTextNames,
  type MailTextKey,
  type MailTextName,
} from "@gavelyard/domain/mail/mail-texts";
import type { MailText } from "@gavelyard/domain/mail/mail-template";
import { z } from "zod";
import type { Db } from "../db/pool.ts";
import { valueInEffect } from "../proposals/sql.ts";
import type { Settings } from "../settings.ts";
import { codecs, type SettingName, type SettingValues } from "./stored-values.ts";
import { defaultContact } from "./defaults.ts";

/** A row's name: a part of the settings, or `mail:` and the name of the email whose text it is. */
export type RowName = SettingName | `mail:${MailTextName}` | `mail:${MailTextKey}`;

/** Returns the row of an email's text; the English one has no language in its name. */
export const rowOfMail = (name: MailTextName, language: Language): RowName =>
  language === "en" ? `mail:${name}` : `mail:${name}:${language}`;

export interface SettingRow {
  readonly id: number;
  readonly name: string;
  readonly value: unknown;
  readonly updated_at: Date;
  readonly updated_by: string;
}

/**
 * Returns the stored value of one part; null when the default applies.
 * @throws when the stored value violates the contract, so that no sale runs on unintended terms
 */
export async function setting<Name extends SettingName>(
  db: Db,
  name: Name,
): Promise<SettingValues[Name] | null> {
  const { rows } = await db.query<{ value: unknown }>({
    name: "operating-setting",
    text: "SELECT value FROM operating_settings WHERE name = $1 AND value IS NOT NULL",
    values: [name],
  });
  const decode: (stored: unknown) => SettingValues[Name] = codecs[name].decode;
  return rows[0] === undefined ? null : decode(rows[0].value);
}

/** Returns the contact details: stored ones, or those from the environment. */
export async function contactOf(
  db: Db,
  { site }: Pick<Settings, "site">,
): Promise<SettingValues["contact"]> {
  return (await setting(db, "contact")) ?? defaultContact(site);
}

const storedText = z.object({ subject: z.string().min(1), body: z.string().min(1) });

/**
 * Parses a stored email text; null for none, or for one with placeholders that the email can't
 * fill.
 */
function readMailText(name: MailTextName, stored: unknown): MailText | null {
  const text = storedText.safeParse(stored);
  return text.success && mailTextFaults(name, text.data).length === 0 ? text.data : null;
}

export async function changedMailTexts(db: Db): Promise<ReadonlyMap<MailTextKey, MailText>> {
  const { rows } = await db.query<{ name: string; value: unknown }>({
    name: "mail-texts",
    text: "SELECT name, value FROM operating_settings WHERE name LIKE 'mail:%' AND value IS NOT NULL",
  });
  return mailTextsIn(new Map(rows.map(({ name, value }) => [name, value])));
}

/** Returns the texts of emails among stored values by row name. */
export function mailTextsIn(stored: ReadonlyMap<string, unknown>): Map<MailTextKey, MailText> {
  const texts = new Map<MailTextKey, MailText>();
  for (const name of mailTextNames) {
    for (const language of languages) {
      const text = readMailText(name, stored.get(rowOfMail(name, language)));
      if (text !== null) texts.set(`${name}:${language}`, text);
    }
  }
  return texts;
}

export async function settingRows(db: Db): Promise<ReadonlyMap<string, SettingRow>> {
  const { rows } = await db.query<SettingRow>(
    `SELECT s.id, s.name, ${valueInEffect("s")} AS value, s.updated_at, u.name AS updated_by
      FROM operating_settings s JOIN users u ON u.id = s.updated_by`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Locks the settings against concurrent changes until the transaction ends. Reads continue. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.query("LOCK TABLE operating_settings IN SHARE ROW EXCLUSIVE MODE");
}

/**
 * Stores a part, or null for the default. Returns the row's id. Its time is always later than that
 * of the previous change.
 */
export async function saveSetting(
  tx: Db,
  name: RowName,
  value: object | null,
  userId: number,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO operating_settings AS s (name, value, updated_at, updated_by)
      VALUES ($1, $2::jsonb, clock_ms(), $3)
      ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value, updated_by = EXCLUDED.updated_by,
        updated_at = greatest(EXCLUDED.updated_at, s.updated_at + interval '1 ms')
      RETURNING id`,
    [name, value === null ? null : JSON.stringify(value), userId],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a setting was not written");
  return id;
}
