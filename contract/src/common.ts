import { z } from "zod";
import "./field-messages.ts";

/** The body of every error (D2). */
/** `confirm-again`: confirm by `POST /api/user/confirm`, then repeat the call (D41). */
export const refusalCodes = ["confirm-again"] as const;
export type RefusalCode = (typeof refusalCodes)[number];

export const errorBody = z
  .object({
    statusCode: z.int(),
    error: z.string(),
    message: z.string(),
    /** What a client has to do before it repeats the call; most refusals have none. */
    code: z.enum(refusalCodes).optional(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorBody>;

const MAX_ID = 9_007_199_254_740_991;

/** A positive integer in a path or query: digits only (D7). */
export const idParam = z
  .string()
  .regex(/^\d{1,16}$/, "Must be a positive whole number")
  .transform(Number)
  .refine((id) => id > 0 && id <= MAX_ID, "Must be a positive whole number");

/** A positive integer in a JSON body. */
export const id = z.int().positive();

/** An instant on the wire: ISO-8601 in UTC with `Z` (D13). */
export const instant = z.iso.datetime();

/** Dollars on the wire, at most two decimals (D13). */
export const dollars = z.number();

/** Whole dollars in a query string: digits only, so no exponent, sign, hex or decimals (D13). */
export const wholeDollarsParam = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "Must be a whole number of dollars, like 12250")
  .transform(Number);

/** Plain text of a bounded length, trimmed and in Unicode normal form C. */
export function text(min: number, max: number): z.ZodType<string, string> {
  return z
    .string()
    .transform((value) => value.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(min, min === 1 ? "Must not be empty" : `Must have at least ${min} characters`)
        .max(max, `Must have at most ${max} characters`),
    );
}

/** Text of one line: what breaks lines becomes a space. */
export function line(min: number, max: number): z.ZodType<string, string> {
  return z
    .string()
    .transform((value) => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "))
    .pipe(text(min, max));
}

/** An email address, lower-cased. */
export const email = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email("Enter a valid email address").max(254));

/** Query of a paged list: `page` from 0, `size` 10 by default and 100 at most (D11). */
export const pageQuery = z.object({
  page: z
    .string()
    .regex(/^\d{1,6}$/, "Must be a whole number, 0 or more")
    .transform(Number)
    .default(0),
  size: z
    .string()
    .regex(/^\d{1,3}$/, "Must be a whole number from 1 to 100")
    .transform(Number)
    .refine((size) => size >= 1 && size <= 100, "Must be a whole number from 1 to 100")
    .default(10),
});

/** One page of a list that can grow without bound (D11). */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    content: z.array(item),
    totalElements: z.int(),
    totalPages: z.int(),
    number: z.int(),
    size: z.int(),
  });
}

/** The answer of a call that has nothing to say but that it was done. */
export const done = z.object({ message: z.string() });
