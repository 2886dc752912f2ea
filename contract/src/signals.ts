import { z } from "zod";
import { signalRules } from "@gavelyard/domain/signals";
import { id, idParam, instant, page, pageQuery, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";
import { userStatus } from "./users.ts";

const tag = "Signals";

/** One reason of a hint, in words with its numbers, and what it was read from. */
const signalReason = z.object({
  rule: z.enum(signalRules),
  /** What it adds to the score. */
  points: z.int(),
  text: z.string(),
  /** The account that it is shared with, or that gains by it. */
  other: z.object({ userId: id, name: z.string() }).nullable(),
  yard: z.object({ id, name: z.string() }).nullable(),
  /** The newest lots in question, at most five. */
  lots: z.array(
    z.object({
      lotId: id,
      lotNumber: z.string(),
      inventoryId: id,
      auctionId: id,
      name: z.string(),
    }),
  ),
});

/** A hint that a bidder may not bid to buy: nothing but a reason to look. */
export const signal = z
  .object({
    userId: id,
    name: z.string(),
    email: z.string(),
    status: userStatus,
    /** 1 to 100. */
    score: z.int(),
    reasons: z.array(signalReason),
    foundAt: instant,
    looked: z.object({ at: instant, byName: z.string(), note: z.string() }).nullable(),
    /** Whether nobody looked yet, or a reason came up since. */
    open: z.boolean(),
  })
  .meta({ id: "Signal" });
export type Signal = z.infer<typeof signal>;

export const signals = endpoint(routes.signals, {
  tag,
  summary:
    "Signs of shill bidding on live lots and lots closed in the last 30 days, strongest first: to review, or reviewed",
  access: "staff",
  query: pageQuery.extend({ looked: z.enum(["true", "false"]).default("false") }),
  response: page(signal),
});

export const lookAtSignal = endpoint(routes.lookAtSignal, {
  tag,
  summary: "Mark a signal as reviewed, with a note; it comes back if a new reason comes up",
  access: "staff",
  params: z.object({ userId: idParam }),
  body: z.object({ note: text(3, 500) }),
  response: signal,
  errors: [404],
});
