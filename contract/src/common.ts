import { isTimeZone } from "@gavelyard/domain/time-zone";
import { languages } from "@gavelyard/messages/languages";
import { t, type Message } from "@gavelyard/messages/text";
import { z } from "zod";
import "./field-messages.ts";

/** A text that was stored before its reader was known. */
export const message: z.ZodType<string | Message> = z.union([
  z.string(),
  z.object({
    text: z.string(),
    values: z.record(z.string(), z.union([z.number(), z.lazy(() => message)])),
    in: z.partialRecord(z.enum(languages), z.string()).optional(),
  }),
]);

const MAX_ID = 9_007_199_254_740_991;

/** A positive integer in a path or query: digits only (D7). */
export const idParam = z
  .string()
  .regex(/^\d{1,16}$/, t("Must be a positive whole number"))
  .transform(Number)
  .refine((id) => id > 0 && id <= MAX_ID, t("Must be a positive whole number"));

/** A positive integer in a JSON body. */
export const id = z.int().positive();

/** ISO 8601 in UTC with `Z` (D13). */
export const instant = z.iso.datetime();

/** An IANA time zone. */
export const timeZone = z
  .string()
  .refine(isTimeZone, t("Choose a time zone, like America/Chicago"));

/** The zone that a browser names. One that we don't know may be newer than ours and counts as none. */
export const browserTimeZone = z
  .string()
  .optional()
  .transform((zone) => (zone !== undefined && isTimeZone(zone) ? zone : undefined));

export const day = z.iso
  .date(t("Enter a date, like 2026-11-24"))
  .refine(
    (given) => given >= "2000-01-01" && given <= "2099-12-31",
    t("Must be between 2000 and 2099"),
  );

/** Dollars on the wire, with at most two decimals (D13). */
export const dollars = z.number();

/** Refuses dollars with any fraction of a cent, as `dollarsToCents` does (D13); `multipleOf` rounds. */
export const inCents = (amount: z.ZodNumber): z.ZodNumber =>
  amount.refine((value) => Math.round(value * 100) / 100 === value, t("Use up to two decimals"));

/** Dollars from 0, without fractions of a cent. */
export const wholeCents = inCents(dollars.min(0).max(999_999_999));

/** Dollars that a caller states, without fractions of a cent; digits in a form or query (D13). */
export const exactDollars = z.union(
  [
    wholeCents,
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,2})?$/)
      .transform(Number),
  ],
  t("Must be dollars with up to two decimals, like 1250.50"),
);

/**
 * A bid: a JSON number, or digits in a form or query, without exponent, sign, hex or decimals
 * (D13).
 */
export const wholeDollars = z.union(
  [
    z.int().positive().max(999_999_999),
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  ],
  t("Must be a whole number of dollars, like 12250"),
);

/** Plain text of limited length, trimmed and in Unicode normal form C. */
export function text(min: number, max: number): z.ZodType<string, string> {
  return z
    .string()
    .transform((value) => value.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(min, {
          error: () =>
            min === 1 ? t("Must not be empty") : t("Must have at least {min} characters", { min }),
        })
        .max(max, { error: () => t("Must have at most {max} characters", { max }) }),
    );
}

/** Text of one line; line breaks become spaces. */
export function line(min: number, max: number): z.ZodType<string, string> {
  return z
    .string()
    .transform((value) => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "))
    .pipe(text(min, max));
}

export const email = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email(t("Enter a valid email address")).max(254));

/** Query of a paged list: `page` from 0, `size` 10 by default and at most 100 (D11). */
export const pageQuery = z.object({
  page: z
    .string()
    .regex(/^\d{1,6}$/, t("Must be a whole number, 0 or more"))
    .transform(Number)
    .default(0),
  size: z
    .string()
    .regex(/^\d{1,3}$/, t("Must be a whole number from 1 to 100"))
    .transform(Number)
    .refine((size) => size >= 1 && size <= 100, t("Must be a whole number from 1 to 100"))
    .default(10),
});

export function page<T extends z.ZodType>(item: T) {
  return z.object({
    content: z.array(item),
    totalElements: z.int(),
    totalPages: z.int(),
    number: z.int(),
    size: z.int(),
  });
}

/** Response of a call that returns only a confirmation. */
export const done = z.object({ message: z.string() });

/** Comma-separated IDs in a query. */
export const idList = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, t("Enter numbers, separated by commas"))
    .transform((text) => text.split(",").map(Number))
    .refine((ids) => ids.length <= most, {
      error: () => t("Ask for up to {most} at once", { most }),
    });
