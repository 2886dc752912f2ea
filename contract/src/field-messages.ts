import { z } from "zod";

const MISSING = "This is required";
const NOT_VALID = "This is not valid";
const MAX_LISTED_CHOICES = 10;

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with named fields",
  record: "an object with named fields",
  date: "a date",
};
const formats: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a web address",
  uuid: "an ID like 018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d",
  datetime: "a time in UTC, like 2026-05-01T15:00:00Z",
  date: "a date, like 2026-05-01",
  time: "a time, like 08:30",
};

/** Numbers are grouped from 10,000 on, since many smaller ones are years. */
const numbers = new Intl.NumberFormat("en-US", { useGrouping: "min2", maximumFractionDigits: 10 });
const shown = (number: number | bigint) => numbers.format(number);
const counted = (count: number | bigint, noun: string) =>
  `${shown(count)} ${noun}${Number(count) === 1 ? "" : "s"}`;
/** Returns the noun for a size, such as "character"; null for a number, which needs none. */
const nounOf = (origin: string) =>
  ({ string: "character", array: "item", set: "item", map: "item", file: "byte" })[origin] ?? null;

const choiceOf = (values: readonly unknown[]) =>
  values.length > MAX_LISTED_CHOICES
    ? "Must be one of the options"
    : `Must be ${values.map(String).join(" or ")}`;

/** Returns a field's error, worded to stand below the field or after its label in a sentence. */
export function faultOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return MISSING;
      return `Must be ${kinds[issue.expected] ?? "of another kind"}`;
    case "too_small": {
      const noun = nounOf(issue.origin);
      if (issue.origin === "string" && Number(issue.minimum) === 1) return "Must not be empty";
      if (noun !== null) return `Must have at least ${counted(issue.minimum, noun)}`;
      return issue.inclusive === false
        ? `Must be more than ${shown(issue.minimum)}`
        : `Must be ${shown(issue.minimum)} or more`;
    }
    case "too_big": {
      const noun = nounOf(issue.origin);
      if (noun !== null) return `Must have at most ${counted(issue.maximum, noun)}`;
      return issue.inclusive === false
        ? `Must be less than ${shown(issue.maximum)}`
        : `Must be ${shown(issue.maximum)} or less`;
    }
    case "invalid_format":
      return `Must be ${formats[issue.format] ?? "in another form"}`;
    case "not_multiple_of":
      return `Must be a multiple of ${shown(issue.divisor)}`;
    case "unrecognized_keys":
      return "Must have no other fields";
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

const labels: Readonly<Record<string, string>> = {
  bidLimitAmount: "Bid limit",
  body: "The request",
  currentPassword: "Current password",
  email: "Email",
  imageUrllist: "Pictures",
  maxAmount: "Maximum bid",
  newAmount: "Bid",
  otp: "Code",
  scheduledEndTime: "End time",
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
  if (name === undefined) return "The request";
  const known = labels[name];
  if (known !== undefined) return known;
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .map((word) => capitals.get(word.toLowerCase()) ?? word.toLowerCase());
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const standsAlone = /^(?:An?|Ask|Attach|Call|Choose|Enter|Give|Only|Say|Send|The|This|We) /;

/** Returns a field's error as a complete sentence, for use away from the field. */
export function fieldSentence(path: string, fault: string): string {
  const label = fieldLabel(path);
  const [, predicate] = /^(?:This (is required|is not valid)|Must .*)$/s.exec(fault) ?? [];
  if (predicate !== undefined) return `${label} ${predicate}`;
  if (fault.startsWith("Must ")) return `${label} m${fault.slice(1)}`;
  return path === "" || standsAlone.test(fault) ? fault : `${label}: ${fault}`;
}
