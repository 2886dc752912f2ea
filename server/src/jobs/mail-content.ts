import { z } from "zod";
import { saleMailContents } from "./sale-mail-content.ts";

const lotOfMail = {
  name: z.string(),
  inventoryId: z.int().positive(),
  /** The unit as lists name it: "2019 Peterbilt 579". */
  title: z.string(),
  auctionName: z.string(),
  hammerCents: z.int().nonnegative(),
};

/** What each kind of mail is made from. Money is in cents, instants are ISO-8601 UTC. */
export const mailContent = z.discriminatedUnion("kind", [
  /** The code that verifies an address; whoever has an account is told so instead (D6). */
  z.object({ kind: z.literal("CODE"), code: z.string().regex(/^\d{6}$/) }),
  /** A link to choose a new password; nothing is sent to an address without an account (D6). */
  z.object({ kind: z.literal("RESET"), token: z.string().min(1) }),
  z.object({ kind: z.literal("PASSWORD_CHANGED"), name: z.string() }),
  /** Staff set the bid limit (D25). */
  z.object({
    kind: z.literal("LIMIT_CHANGED"),
    name: z.string(),
    limitCents: z.int().nonnegative(),
  }),
  /** Staff suspended, banned or restored the account (D4). */
  z.object({
    kind: z.literal("STATUS_CHANGED"),
    name: z.string(),
    status: z.enum(["ACTIVE", "SUSPENDED", "BANNED"]),
    reason: z.string().nullable(),
  }),
  z.object({ kind: z.literal("WELCOME"), name: z.string(), bidLimitCents: z.int().nonnegative() }),
  z.object({
    kind: z.literal("WON"),
    ...lotOfMail,
    paymentDueAt: z.iso.datetime(),
    timeZone: z.string(),
  }),
  /** The lot closed with another bidder in the lead. */
  z.object({ kind: z.literal("LOST"), ...lotOfMail }),
  /** The recipient led, but under the reserve: staff decide (D27). */
  z.object({ kind: z.literal("RESERVE_NOT_MET"), ...lotOfMail }),
  ...saleMailContents,
]);
export type MailContent = z.infer<typeof mailContent>;
