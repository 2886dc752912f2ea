import { currentLanguage, say, t, msg, type Message, mark } from "@gavelyard/messages/text";
import { z } from "zod";

export const MISSING = mark("This is required");
const NOT_VALID = mark("This is not valid");
const MAX_LISTED_CHOICES = 10;

const kinds: Readonly<Record<string, Message>> = {
  string: msg("Must be text"),
  number: msg("Must be a number"),
  int: msg("Must be a whole number"),
  bigint: msg("Must be a whole number"),
  boolean: msg("Must be true or false"),
  array: msg("Must be a list"),
  object: msg("Must be an object with named fields"),
  record: msg("Must be an object with named fields"),
  date: msg("Must be a date"),
};
const formats: Readonly<Record<string, Message>> = {
  email: msg("Must be an email address"),
  url: msg("Must be a web address"),
  uuid: msg("Must be an ID like 018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d"),
  datetime: msg("Must be a time in UTC, like 2026-05-01T15:00:00Z"),
  date: msg("Must be a date, like 2026-05-01"),
  time: msg("Must be a time, like 08:30"),
};

/** Numbers are grouped from 10,000 on, since many smaller ones are years. */
const numbers = new Intl.NumberFormat("en-US", { useGrouping: "min2", maximumFractionDigits: 10 });
const format = (number: number | bigint) => numbers.format(number);

/** Words a size: characters of text, bytes of a file, items of a list; null for a number. */
function sizeOf(origin: string, size: number | bigint): string | null {
  const n = format(size);
  const one = Number(size) === 1;
  switch (origin) {
    case "string":
      return one ? t("{n} character", { n }) : t("{n} characters", { n });
    case "array":
    case "set":
    case "map":
      return one ? t("{n} item", { n }) : t("{n} items", { n });
    case "file":
      return one ? t("{n} byte", { n }) : t("{n} bytes", { n });
    default:
      return null;
  }
}

const choiceOf = (values: readonly unknown[]) =>
  values.length > MAX_LISTED_CHOICES
    ? t("Must be one of the options")
    : t("Must be {choices}", {
        choices: values.map(String).join(` ${t("or [between choices]")} `),
      });

/** Returns a field's error, worded to appear below the field or after its label. */
export function faultOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return MISSING;
      return say(kinds[issue.expected] ?? msg("Wrong type"));
    case "too_small": {
      const size = sizeOf(issue.origin, issue.minimum);
      if (issue.origin === "string" && Number(issue.minimum) === 1) return t("Must not be empty");
      if (size !== null) return t("Must have at least {size}", { size });
      const least = format(issue.minimum);
      return issue.inclusive === false
        ? t("Must be more than {least}", { least })
        : t("Must be {least} or more", { least });
    }
    case "too_big": {
      const size = sizeOf(issue.origin, issue.maximum);
      if (size !== null) return t("Must have at most {size}", { size });
      const most = format(issue.maximum);
      return issue.inclusive === false
        ? t("Must be less than {most}", { most })
        : t("Must be {most} or less", { most });
    }
    case "invalid_format":
      return say(formats[issue.format] ?? msg("Wrong format"));
    case "not_multiple_of":
      return t("Must be a multiple of {divisor}", { divisor: format(issue.divisor) });
    case "unrecognized_keys":
      return t("Unknown field");
    case "invalid_value":
      return issue.input === undefined ? MISSING : choiceOf(issue.values);
    case "invalid_union":
      if (issue.input === undefined) return MISSING;
      return "options" in issue && Array.isArray(issue.options)
        ? choiceOf(issue.options)
        : NOT_VALID;
    default:
      return NOT_VALID;
  }
}

/** Replaces Zod's default messages with ours, in the browser and on the server. */
z.config({ customError: faultOf });

const labels: Readonly<Record<string, Message>> = {
  bidLimitAmount: msg("Bid limit"),
  body: msg("The request"),
  currentPassword: msg("Current password"),
  email: msg("Email"),
  imageUrllist: msg("Pictures"),
  maxAmount: msg("Maximum bid"),
  newAmount: msg("Bid"),
  otp: msg("Code"),
  scheduledEndTime: msg("End time"),
};
const capitals = new Map(
  ["ID", "IDs", "URL", "URLs", "VIN", "ZIP", "PIN", "OTP", "HP"].map((word) => [
    word.toLowerCase(),
    word,
  ]),
);

/** Returns the label of the field at a path; "The request" for an empty path. */
export function fieldLabel(path: string): string {
  const name = path.split(".").findLast((step) => step !== "" && !/^\d+$/.test(step));
  if (name === undefined) return t("The request");
  const label = labels[name];
  if (label !== undefined) return say(label);
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .map((word) => capitals.get(word.toLowerCase()) ?? word.toLowerCase());
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const standsAlone = /^(?:An?|Ask|Attach|Call|Choose|Enter|Give|Only|Say|Send|The|This|We) /;

/** Returns a field's error as a complete sentence, to show away from the field. */
export function fieldSentence(path: string, fault: string): string {
  const label = fieldLabel(path);
  // In other languages a fault doesn't continue the label's sentence, so it follows a colon.
  if (currentLanguage() !== "en") return path === "" ? fault : `${label}: ${fault}`;
  const [, predicate] = /^(?:This (is required|is not valid)|Must .*)$/s.exec(fault) ?? [];
  if (predicate !== undefined) return `${label} ${predicate}`;
  if (fault.startsWith("Must ")) return `${label} m${fault.slice(1)}`;
  return path === "" || standsAlone.test(fault) ? fault : `${label}: ${fault}`;
}
