import { z } from "zod";
import { signalRules } from "@gavelyard/domain/bidding/shill-signals";
import { id, idParam, instant, page, pageQuery, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";
import { userStatus } from "./users/users.ts";

const tag = "Signals";

const signalReason = z.object({
  rule: z.enum(signalRules),
  points: z.int(),
  text: z.string(),
  /** The account with the same mark, or the one that benefits. */
  other: z.object({ userId: id, name: z.string() }).nullable(),
  yard: z.object({ id, name: z.string() }).nullable(),
  /** The newest ones, at most five. */
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

/** A sign that a bidder may not be bidding to buy; only a reason to review. */
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
    /** Never reviewed, or with a new reason since. */
    open: z.boolean(),
  })
  .meta({ id: "Signal" });
export type Signal = z.infer<typeof signal>;

export const signals = endpoint(laterRoutes.signals, {
  tag,
  summary:
    "Signs of shill bidding on live lots and lots closed in the last 30 days, strongest first: to review, or reviewed",
  access: "staff",
  permission: "auctions",
  people: "list",
  query: pageQuery.extend({ looked: z.enum(["true", "false"]).default("false") }),
  response: page(signal),
});

export const lookAtSignal = endpoint(laterRoutes.lookAtSignal, {
  tag,
  summary: "Mark a signal as reviewed, with a note; it returns if there is a new reason",
  access: "staff",
  permission: "auctions",
  params: z.object({ userId: idParam }),
  body: z.object({ note: text(3, 500) }),
  response: signal,
  errors: [404],
});
