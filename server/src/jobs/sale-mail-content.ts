import { message } from "@gavelyard/contract/common";
import { z } from "zod";

const unit = {
  name: z.string(),
  inventoryId: z.int().positive(),
  /** The unit's title as in lists: "2019 Peterbilt 579". */
  title: z.string(),
  auctionName: z.string(),
};
const cents = z.int().nonnegative();
/** A step of a negotiation as its reader can find it in the lot's proof (D63). */
const recordedStep = z.object({
  seq: z.int().positive(),
  hash: z.string(),
  /** Salt of the amount's commitment; null for a step without an amount. */
  salt: z.string().nullable(),
});
export type RecordedStep = z.infer<typeof recordedStep>;
/** Missing for a lot without a chain. */
const onRecord = { recorded: recordedStep.nullish() };
const sold = { ...unit, hammerCents: cents };
const byTheClock = { timeZone: z.string() };
const offered = {
  ...unit,
  ...byTheClock,
  bidCents: cents,
  offerCents: cents,
  until: z.iso.datetime(),
};

/** Emails after a lot's close (D27 to D29). Money is in cents, instants are ISO 8601 in UTC. */
export const saleMailContents = [
  /** Staff confirmed the winner; has the lines of the invoice. */
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
  z.object({ kind: z.literal("COUNTER_OFFER"), ...offered, ...onRecord }),
  /** The recipient's own counteroffer. */
  z.object({
    kind: z.literal("COUNTER_SENT"),
    ...unit,
    ...byTheClock,
    offerCents: cents,
    until: z.iso.datetime(),
    ...onRecord,
  }),
  /** A negotiation ended without an agreement; the bid still stands (D63). */
  z.object({
    kind: z.literal("NEGOTIATION_OVER"),
    ...unit,
    news: message,
    bidCents: cents,
    ...onRecord,
  }),
  /** What the bidder or the clock did, to the member of staff who made the counteroffer. */
  z.object({
    kind: z.literal("NEGOTIATION_NEWS"),
    ...unit,
    auctionId: z.int().positive(),
    news: message,
  }),
  z.object({ kind: z.literal("SECOND_CHANCE"), ...offered }),
  z.object({ kind: z.literal("OFFER_WITHDRAWN"), ...unit, offerCents: cents }),
  /** Staff voided a bid (D23). */
  z.object({ kind: z.literal("BID_VOIDED"), ...unit, bidCents: cents, reason: z.string() }),
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
  /** A part of the balance was paid. */
  z.object({
    kind: z.literal("PART_PAYMENT"),
    ...unit,
    ...byTheClock,
    invoiceNumber: z.string(),
    receivedCents: cents,
    balanceCents: cents,
    paymentDueAt: z.iso.datetime().nullable(),
  }),
  z.object({
    kind: z.literal("PAYMENT_VOIDED"),
    ...unit,
    invoiceNumber: z.string(),
    voidedCents: cents,
    balanceCents: cents,
    reason: z.string(),
    /** Whether the sale was paid before, so that its gate PIN ends with it. */
    endsRelease: z.boolean().default(false),
  }),
  /** Staff refused a proof of payment. */
  z.object({
    kind: z.literal("PROOF_REFUSED"),
    ...unit,
    invoiceNumber: z.string(),
    reason: z.string(),
  }),
  /** The buyer or staff scheduled the pickup. */
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
   * The unit may be picked up. Emails are stored as they were sent, so the gate PIN isn't in them:
   * the winner sees it after signing in.
   */
  z.object({
    kind: z.literal("RELEASE_ISSUED"),
    ...unit,
    ...byTheClock,
    yard: z.string(),
    pickupDueAt: z.iso.datetime(),
  }),
  /** Deliveries (D62). */
  z.object({ kind: z.literal("DELIVERY_REQUESTED"), ...unit, destination: z.string() }),
  z.object({
    kind: z.literal("DELIVERY_QUOTED"),
    ...unit,
    ...byTheClock,
    quoteCents: cents,
    until: z.iso.datetime(),
    pickupFrom: z.iso.date(),
    arrivesFrom: z.iso.date(),
  }),
  z.object({
    kind: z.literal("DELIVERY_ACCEPTED"),
    ...unit,
    ...byTheClock,
    quoteCents: cents,
    invoiceNumber: z.string(),
    totalCents: cents,
    balanceCents: cents,
    paymentDueAt: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal("DELIVERY_CANCELED"),
    ...unit,
    invoiceNumber: z.string(),
    refundCents: cents,
    /** Whether the delivery was on the invoice; missing in older orders, which say that it was. */
    wasAccepted: z.boolean().optional(),
    reason: z.string(),
  }),
  z.object({
    kind: z.literal("DELIVERY_LEFT"),
    ...unit,
    carrierName: z.string(),
    arrivesFrom: z.iso.date(),
  }),
  z.object({ kind: z.literal("DELIVERED"), ...unit }),
] as const;
