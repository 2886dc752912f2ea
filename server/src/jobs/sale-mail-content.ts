import { z } from "zod";

const unit = {
  name: z.string(),
  inventoryId: z.int().positive(),
  /** The unit as lists name it: "2019 Peterbilt 579". */
  title: z.string(),
  auctionName: z.string(),
};
const cents = z.int().nonnegative();
const sold = { ...unit, hammerCents: cents };
const byTheClock = { timeZone: z.string() };
const offered = {
  ...unit,
  ...byTheClock,
  bidCents: cents,
  offerCents: cents,
  until: z.iso.datetime(),
};

/** Mails of what follows the close of a lot (D27 to D29). Money is in cents, instants are ISO-8601 UTC. */
export const saleMailContents = [
  /** Staff confirmed the winner; with the lines of the invoice. */
  z.object({
    kind: z.literal("DECLARED"),
    ...sold,
    ...byTheClock,
    invoiceNumber: z.string(),
    lines: z.array(z.object({ label: z.string(), cents })),
    totalCents: cents,
    paymentDueAt: z.iso.datetime(),
  }),
  /** Staff confirmed another bidder. */
  z.object({ kind: z.literal("RUNNER_UP"), ...sold, bidCents: cents }),
  z.object({ kind: z.literal("BID_DECLINED"), ...unit, bidCents: cents }),
  z.object({ kind: z.literal("COUNTER_OFFER"), ...offered }),
  z.object({ kind: z.literal("SECOND_CHANCE"), ...offered }),
  z.object({ kind: z.literal("OFFER_WITHDRAWN"), ...unit, offerCents: cents }),
  z.object({
    kind: z.literal("AWARD_ENDED"),
    ...sold,
    how: z.enum(["DEFAULTED", "VOID"]),
    reason: z.string(),
  }),
  z.object({
    kind: z.literal("PAYMENT_RECEIVED"),
    ...sold,
    invoiceNumber: z.string(),
    paidCents: cents,
  }),
  /** A part of what is owed came in. */
  z.object({
    kind: z.literal("PART_PAYMENT"),
    ...unit,
    ...byTheClock,
    invoiceNumber: z.string(),
    receivedCents: cents,
    balanceCents: cents,
    paymentDueAt: z.iso.datetime().nullable(),
  }),
  /** A payment was taken off the invoice again. */
  z.object({
    kind: z.literal("PAYMENT_VOIDED"),
    ...unit,
    invoiceNumber: z.string(),
    voidedCents: cents,
    balanceCents: cents,
    reason: z.string(),
  }),
  /** Staff refused a proof of payment. */
  z.object({
    kind: z.literal("PROOF_REFUSED"),
    ...unit,
    invoiceNumber: z.string(),
    reason: z.string(),
  }),
  /** When the unit is collected was chosen, by the buyer or by staff. */
  z.object({
    kind: z.literal("PICKUP_SET"),
    ...unit,
    ...byTheClock,
    yard: z.string(),
    day: z.iso.date(),
    fromHour: z.int().min(0).max(23),
    untilHour: z.int().min(1).max(24),
  }),
  /**
   * The unit may be collected. The gate PIN is not in the mail, since mails are kept as they were
   * sent: the winner sees it after signing in.
   */
  z.object({
    kind: z.literal("RELEASE_ISSUED"),
    ...unit,
    ...byTheClock,
    yard: z.string(),
    pickupDueAt: z.iso.datetime(),
  }),
] as const;
