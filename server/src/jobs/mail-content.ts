import { financeStatuses } from "@gavelyard/domain/requests";
import { z } from "zod";
import { saleMailContents } from "./sale-mail-content.ts";

/** A lot that closed, as its bidders are told of it. */
export const closedLot = {
  inventoryId: z.int().positive(),
  /** The unit as lists name it: "2019 Peterbilt 579". */
  title: z.string(),
  auctionName: z.string(),
  hammerCents: z.int().nonnegative(),
  /** Of the lot's record (docs/verifiable-lots.md); none for older lots. */
  proofRoot: z.string().nullish(),
};

/** What a watcher watches of one auction. */
const watchedLots = {
  name: z.string(),
  auctionId: z.int().positive(),
  auctionName: z.string(),
  timeZone: z.string(),
  /** In the order of their close; only the first ones of many. */
  lots: z.array(
    z.object({ inventoryId: z.int().positive(), title: z.string(), closesAt: z.iso.datetime() }),
  ),
  lotCount: z.int().positive(),
};

/** What each kind of mail is made from. Money is in cents, instants are ISO-8601 UTC. */
export const mailContent = z.discriminatedUnion("kind", [
  /** The code that verifies an address; a person who has an account is told so instead (D6). */
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
  /** An administrator decided on a request for a higher limit; null when it was rejected (D26). */
  z.object({
    kind: z.literal("LIMIT_DECIDED"),
    name: z.string(),
    approvedCents: z.int().positive().nullable(),
    note: z.string(),
  }),
  /** A finance request went on. */
  z.object({
    kind: z.literal("FINANCE_MOVED"),
    name: z.string(),
    status: z.enum(financeStatuses),
    reason: z.string(),
  }),
  /** What a visitor sent, to the site's own address (D15). */
  z.object({
    kind: z.literal("ENQUIRY"),
    from: z.email(),
    name: z.string(),
    subject: z.string(),
    lines: z.array(z.string()),
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
  /** The recipient led, but under the reserve: staff decide (D27). */
  z.object({ kind: z.literal("RESERVE_NOT_MET"), name: z.string(), ...closedLot }),
  /** Another bidder took the lead some moments ago. */
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
  ...saleMailContents,
]);
export type MailContent = z.infer<typeof mailContent>;
