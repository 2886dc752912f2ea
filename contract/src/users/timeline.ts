import { timelineKinds, timelinePartNames } from "@gavelyard/domain/users/timeline";
import { z } from "zod";
import { dollars, idParam, instant, page, pageQuery } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { laterRoutes } from "../later-routes.ts";

export const timelineEntry = z
  .object({
    id: z.string(),
    kind: z.enum(timelineKinds),
    at: instant,
    /** A unit, a document, an invoice's number, a subject, or a note's author. */
    title: z.string(),
    /** A code, such as an invoice's status; null for what has none. */
    state: z.string().nullable(),
    amount: dollars.nullable(),
    detail: z.string(),
    /** The record's page; null for what is only here. */
    path: z.string().nullable(),
  })
  .meta({ id: "TimelineEntry" });
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const userTimeline = endpoint(laterRoutes.userTimeline, {
  tag: "Users by staff",
  summary:
    "What happened between a person and the house, newest first: bids, sales, papers, and contact, as far as the caller's permissions reach (D88)",
  access: "staff",
  permission: "users",
  people: "account",
  params: z.object({ userId: idParam }),
  query: pageQuery.extend({ part: z.enum(timelinePartNames).optional() }),
  response: page(timelineEntry),
  errors: [404],
});
