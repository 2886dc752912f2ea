import { msg, t } from "@gavelyard/messages/text";
import type { OperatingSettings, SettingChange } from "@gavelyard/contract/operating-settings";
import { weakensRule } from "@gavelyard/domain/proposals";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import type { Actor } from "../http/actor.ts";
import { requireSecondPerson } from "../proposals/proposals.ts";
import { badFields, HttpError } from "../http/errors.ts";
import { codecs } from "./stored-values.ts";
import { presentSettings } from "./present.ts";
import {
  hasOtherAdministrators,
  lockSettings,
  rowOfMail,
  saveSetting,
  settingRows,
  type RowName,
} from "./sql.ts";

/** Returns the row name and stored value of a change; a null value resets it. */
function storedOf(change: SettingChange): { name: RowName; value: object | null } {
  switch (change.section) {
    case "mail":
      return { name: rowOfMail(change.kind, change.language), value: change.value };
    case "contact":
      return { name: "contact", value: change.value && codecs.contact.encode(change.value) };
    case "fees":
      return { name: "fees", value: change.value && codecs.fees.encode(change.value) };
    case "increments":
      return { name: "increments", value: change.value && codecs.increments.encode(change.value) };
    case "softClose":
      return { name: "softClose", value: change.value && codecs.softClose.encode(change.value) };
    case "bidLimit":
      return { name: "bidLimit", value: change.value && codecs.bidLimit.encode(change.value) };
    case "notice":
      return { name: "notice", value: change.value && codecs.notice.encode(change.value) };
    case "twoPersonRule":
      return {
        name: "twoPersonRule",
        value: change.value && codecs.twoPersonRule.encode(change.value),
      };
    case "negotiation":
      return {
        name: "negotiation",
        value: change.value && codecs.negotiation.encode(change.value),
      };
    case "customerApiKeys":
      return {
        name: "customerApiKeys",
        value: change.value && codecs.customerApiKeys.encode(change.value),
      };
    case "delivery":
      return { name: "delivery", value: change.value && codecs.delivery.encode(change.value) };
  }
}

function partOf(all: OperatingSettings, change: SettingChange) {
  return change.section === "mail"
    ? all.mails.find(({ kind, language }) => kind === change.kind && language === change.language)
    : all[change.section];
}

/**
 * Changes one part of the settings, or resets it to the default. Published sales keep their terms;
 * later ones get the new terms. Weakening the two-person rule needs a second administrator if there
 * is one (D38). Returns all settings.
 * @throws HttpError 400 for a language that the house doesn't offer; 409 when someone changed the
 * part while the administrator was editing
 */
export async function changeSetting(
  { settings }: Pick<Context, "settings">,
  tx: PoolClient,
  change: SettingChange,
  by: Actor,
): Promise<OperatingSettings> {
  if (change.section === "mail" && !settings.languages.includes(change.language))
    throw badFields([{ path: "language", message: msg("Choose a language that you offer") }]);
  const { name, value } = storedOf(change);
  await lockSettings(tx);
  const rows = await settingRows(tx);
  const row = rows.get(name);
  const seenMs = change.updatedAt === null ? null : Date.parse(change.updatedAt);
  if ((row?.updated_at.getTime() ?? null) !== seenMs) {
    throw new HttpError(
      "edit-conflict",
      row === undefined
        ? msg("Somebody changed this while you were editing. Check it, then save again.")
        : msg("{who} changed this while you were editing. Check it, then save again.", {
            who: row.updated_by,
          }),
    );
  }
  const before = presentSettings(rows, settings);
  if (change.section === "twoPersonRule") {
    const rule = before.twoPersonRule;
    const next = change.value ?? rule.defaultValue;
    if (weakensRule(rule.value, next) && (await hasOtherAdministrators(tx, by.userId)))
      await requireSecondPerson(tx, by, {
        kind: "TWO_PERSON_RULE",
        subjectType: "setting",
        subjectId: row?.id ?? 0,
        title: t("Two-person rule"),
        before: { ...rule.value },
        after: { ...next },
        reason: null,
      });
  }
  const id = await saveSetting(tx, name, value, by.userId);
  const after = presentSettings(await settingRows(tx), settings);
  await insertAudit(tx, {
    actorId: by.userId,
    action: value === null ? "setting-set-back" : "setting-changed",
    subjectType: "setting",
    subjectId: id,
    before: { name, value: partOf(before, change)?.value },
    after: { name, value: partOf(after, change)?.value },
    ip: by.ip,
  });
  return after;
}
