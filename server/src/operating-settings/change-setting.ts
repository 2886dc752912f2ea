import { msg, say, type Message } from "@gavelyard/messages/text";
import type {
  OperatingSettings,
  SettingChange,
  TwoPersonSettings,
} from "@gavelyard/contract/operating-settings";
import type { AuditValues } from "@gavelyard/domain/audit/audit-fields";
import { dollarsToCents } from "@gavelyard/domain/money";
import { howToWeaken, weakensRule } from "@gavelyard/domain/proposals";
import { isDeepStrictEqual } from "node:util";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import type { Actor } from "../http/actor.ts";
import { clockNow } from "../db/clock.ts";
import { administrators } from "../proposals/administrators-sql.ts";
import { requireSecondPerson } from "../proposals/proposals.ts";
import { twoPersonRule, type ProposalFacts } from "../proposals/sql.ts";
import { tellAdministrators } from "../proposals/tell-administrators.ts";
import { badFields, Refusal } from "../refusal.ts";
import { codecs } from "./stored-values.ts";
import { presentSettings } from "./present.ts";
import { lockSettings, rowOfMail, saveSetting, settingRows, type RowName } from "./sql.ts";

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
      return { name: "twoPersonRule", value: change.value };
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
    case "clearing":
      return { name: "clearing", value: change.value };
    case "accounts":
      return { name: "accounts", value: change.value };
    case "titles":
      return { name: "titles", value: change.value };
    case "reasons":
      return { name: "reasons", value: change.value };
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
 * later ones get the new terms. What could lead money elsewhere, and a weaker two-person rule, need a
 * second administrator if there is one, and all are told (D38). Returns all settings.
 * @throws Refusal 400 for a language that the house doesn't offer; 409 when someone changed the
 * part while the administrator was editing
 */
export async function changeSetting(
  { settings }: Pick<Context, "settings">,
  tx: PoolClient,
  change: SettingChange,
  by: Actor,
): Promise<OperatingSettings> {
  if (change.section === "mail" && !settings.languages.includes(change.language))
    throw badFields([
      { path: "language", message: msg("Choose one of the languages this site offers") },
    ]);
  const { name, value } = storedOf(change);
  await lockSettings(tx);
  const rows = await settingRows(tx);
  const row = rows.get(name);
  const seenMs = change.updatedAt === null ? null : Date.parse(change.updatedAt);
  if ((row?.updated_at.getTime() ?? null) !== seenMs) {
    throw new Refusal(
      "edit-conflict",
      row === undefined
        ? msg("Somebody changed this while you were editing. Check it, then save again.")
        : msg("{who} changed this while you were editing. Check it, then save again.", {
            who: row.updated_by,
          }),
    );
  }
  const before = presentSettings(rows, settings);
  const all = await administrators(tx);
  const facts = await factsForTwo(tx, change, before);
  if (facts !== null && howToWeaken(all, by.userId).takesTwo)
    await requireSecondPerson(tx, by, {
      ...facts,
      title: say(facts.title),
      subjectType: `setting ${name}`,
      subjectId: 1,
    });
  const id = await saveSetting(
    tx,
    name,
    change.section === "twoPersonRule"
      ? ruleToStore(change.value, before.twoPersonRule, {
          delayMs: howToWeaken(all, by.userId).delayMs,
          nowMs: (await clockNow(tx)).getTime(),
        })
      : value,
    by.userId,
  );
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
  if (facts !== null)
    await tellAdministrators(tx, tellings[facts.kind](say(facts.title)), by.userId);
  return after;
}

const tellings = {
  TWO_PERSON_RULE: () =>
    msg("The two-person rule gets weaker 24 hours from now. Until then, Settings can stop it."),
  SETTING: (title: string) => msg("The setting “{title}” was changed.", { title }),
} as const;

type SettingFacts = Pick<ProposalFacts, "before" | "after" | "reason"> & {
  readonly kind: keyof typeof tellings;
  readonly title: Message;
};

/**
 * Returns what a second administrator has to see of a change; null for a change that one makes
 * alone. A reset leads back to what the house started with, so only a weaker rule counts there.
 */
async function factsForTwo(
  tx: PoolClient,
  change: SettingChange,
  now: OperatingSettings,
): Promise<SettingFacts | null> {
  if (change.section === "twoPersonRule") {
    const { value, defaultValue } = now.twoPersonRule;
    const next = rule(change.value ?? defaultValue);
    if (!weakensRule(value, next)) return null;
    const title = msg("Two-person rule");
    return { kind: "TWO_PERSON_RULE", title, before: rule(value), after: next, reason: null };
  }
  if (change.value === null) return null;
  const facts = (title: Message, before: AuditValues, after: AuditValues): SettingFacts | null =>
    isDeepStrictEqual(before, after)
      ? null
      : { kind: "SETTING", title, before, after, reason: null };
  switch (change.section) {
    case "contact": {
      const shown = ({ phone, email }: OperatingSettings["contact"]["value"]) => ({ phone, email });
      return facts(msg("Contact details"), shown(now.contact.value), shown(change.value));
    }
    case "notice":
      return change.value.text === ""
        ? null
        : facts(msg("Notice on all pages"), now.notice.value, change.value);
    case "mail": {
      const { value, title } = now.mails.find(
        ({ kind, language }) => kind === change.kind && language === change.language,
      ) ?? { value: null, title: change.kind };
      return facts(msg("Email “{title}”", { title }), { ...value }, { ...change.value });
    }
    case "bidLimit": {
      const { limitAboveCents } = await twoPersonRule(tx);
      return dollarsToCents(change.value.limit) > limitAboveCents
        ? facts(msg("Bid limit of new customers"), now.bidLimit.value, change.value)
        : null;
    }
    case "clearing": {
      // Units leave earlier, before a bank has taken money back (D76).
      const { value } = now.clearing;
      const shown = (days: OperatingSettings["clearing"]["value"]) => ({
        checkDays: days.CHECK,
        achDays: days.ACH,
      });
      return change.value.CHECK < value.CHECK || change.value.ACH < value.ACH
        ? facts(msg("Cleared money"), shown(value), shown(change.value))
        : null;
    }
    default:
      return null;
  }
}

const rule = ({ isOn, limitAbove, reserveBelow }: TwoPersonSettings) => ({
  isOn,
  limitAbove,
  reserveBelow,
});

/** Returns the two-person rule to store: a weaker one stands beside the present one until its time. */
function ruleToStore(
  given: TwoPersonSettings | null,
  { value: now, defaultValue }: OperatingSettings["twoPersonRule"],
  { delayMs, nowMs }: { readonly delayMs: number; readonly nowMs: number },
): object | null {
  const next = rule(given ?? defaultValue);
  if (!weakensRule(now, next) || delayMs === 0) return given === null ? null : next;
  const from = new Date(nowMs + delayMs).toISOString();
  return { ...rule(now), next: { ...next, from } };
}
