import { message } from "@gavelyard/contract/common";
import { factorChangeNames } from "@gavelyard/domain/sign-in/factor-changes";
import { financeStatuses } from "@gavelyard/domain/requests";
import { z } from "zod";
import { questionMailContents } from "./question-mail-content.ts";
import { saleMailContents } from "./sale-mail-content.ts";

export type { RecordedStep } from "./sale-mail-content.ts";

export const closedLot = {
  inventoryId: z.int().positive(),
  /** The unit's title as in lists: "2019 Peterbilt 579". */
  title: z.string(),
  auctionName: z.string(),
  hammerCents: z.int().nonnegative(),
  /** Root of the lot's record (docs/verifiable-lots.md); missing for older lots. */
  proofRoot: z.string().nullish(),
};

const certificate = {
  name: z.string(),
  number: z.string(),
  states: z.array(z.string()),
};

const watchedLots = {
  name: z.string(),
  auctionId: z.int().positive(),
  auctionName: z.string(),
  timeZone: z.string(),
  /** In the order of their closes; the first ones if there are many. */
  lots: z.array(
    z.object({ inventoryId: z.int().positive(), title: z.string(), closesAt: z.iso.datetime() }),
  ),
  lotCount: z.int().positive(),
};

/** Fields of each kind of email. Money is in cents, instants are ISO 8601 in UTC. */
export const mailContent = z.discriminatedUnion("kind", [
  /** The code that verifies an address; an address with an account gets another email (D6). */
  z.object({ kind: z.literal("CODE"), code: z.string().regex(/^\d{6}$/) }),
  /** A link to choose a new password; not sent to an address without an account (D6). */
  z.object({ kind: z.literal("RESET"), token: z.string().min(1) }),
  /** A new member of staff, and the token of the link to choose a password (D58). */
  z.object({ kind: z.literal("INVITED"), name: z.string(), token: z.string().min(1) }),
  z.object({ kind: z.literal("PASSWORD_CHANGED"), name: z.string() }),
  /** A sign-in factor was changed or used up (D45). */
  z.object({
    kind: z.literal("FACTORS_CHANGED"),
    name: z.string(),
    change: z.enum(factorChangeNames),
  }),
  /** A sign-in on a new device, and the token of the link that ends it (D54). */
  z.object({
    kind: z.literal("NEW_DEVICE"),
    name: z.string(),
    /** Browser and system: "Chrome on Windows". */
    device: z.string(),
    ip: z.string().nullable(),
    signedInAt: z.iso.datetime(),
    timeZone: z.string(),
    token: z.string().min(1),
  }),
  /** Staff changed these fields of the profile. */
  z.object({
    kind: z.literal("PROFILE_CHANGED"),
    name: z.string(),
    fields: z.array(z.string()).min(1),
  }),
  /** An administrator changed the permissions of a member of staff; the names of all it has (D57). */
  z.object({
    kind: z.literal("PERMISSIONS_CHANGED"),
    name: z.string(),
    permissions: z.array(message),
  }),
  /** An administrator changed what concerns all of them (D38). */
  z.object({ kind: z.literal("HOUSE_CHANGED"), name: z.string(), change: message, by: z.string() }),
  /** Staff set the bid limit (D25). */
  z.object({
    kind: z.literal("LIMIT_CHANGED"),
    name: z.string(),
    limitCents: z.int().nonnegative(),
  }),
  /** An administrator decided a request for a higher limit; null when it was rejected (D26). */
  z.object({
    kind: z.literal("LIMIT_DECIDED"),
    name: z.string(),
    approvedCents: z.int().positive().nullable(),
    note: z.string(),
  }),
  /** Staff accepted a certificate of exemption from sales tax, rejected or revoked it (D95). */
  z.object({
    kind: z.literal("CERTIFICATE_DECIDED"),
    ...certificate,
    decision: z.enum(["ACCEPTED", "REFUSED", "REVOKED"]),
    reason: z.string(),
  }),
  /** An accepted certificate ends soon. */
  z.object({ kind: z.literal("CERTIFICATE_ENDS"), ...certificate, endsOn: z.iso.date() }),
  z.object({
    kind: z.literal("FINANCE_MOVED"),
    name: z.string(),
    status: z.enum(financeStatuses),
    reason: z.string(),
  }),
  /** A visitor's inquiry, sent to the site's own address (D15). */
  z.object({
    kind: z.literal("ENQUIRY"),
    from: z.email(),
    name: z.string(),
    subject: message,
    lines: z.array(message),
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
    name: z.string(),
    ...closedLot,
    paymentDueAt: z.iso.datetime(),
    timeZone: z.string(),
  }),
  /** The lot closed with another bidder in the lead. */
  z.object({ kind: z.literal("LOST"), name: z.string(), ...closedLot }),
  /** The recipient was high bidder, but the reserve was not met: staff decide (D27). */
  z.object({ kind: z.literal("RESERVE_NOT_MET"), name: z.string(), ...closedLot }),
  /** Another bidder took the lead a few moments ago. */
  z.object({
    kind: z.literal("OUTBID"),
    name: z.string(),
    inventoryId: z.int().positive(),
    title: z.string(),
    auctionName: z.string(),
    priceCents: z.int().nonnegative(),
    closesAt: z.iso.datetime(),
    timeZone: z.string(),
  }),
  z.object({ kind: z.literal("AUCTION_LIVE"), ...watchedLots }),
  z.object({ kind: z.literal("ENDING_SOON"), ...watchedLots }),
  /** New units of saved searches, grouped by search (D48). */
  z.object({
    kind: z.literal("SEARCH_ALERT"),
    name: z.string(),
    count: z.int().positive(),
    /** Lots of the units. The email isn't sent once all have closed; missing in older orders. */
    lotIds: z.array(z.int().positive()).optional(),
    searches: z.array(
      z.object({
        name: z.string(),
        path: z.string(),
        units: z.array(
          z.object({
            inventoryId: z.int().positive(),
            title: z.string(),
            priceCents: z.int().nonnegative(),
            closesAt: z.iso.datetime(),
            timeZone: z.string(),
          }),
        ),
        more: z.int().nonnegative(),
      }),
    ),
  }),
  ...questionMailContents,
  ...saleMailContents,
]);
export type MailContent = z.infer<typeof mailContent>;
