import { proposalKinds, proposalStatuses } from "@gavelyard/domain/proposals";
import { z } from "zod";
import { id, idParam, instant, page, pageQuery, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";

/** An action that waits for a second person (D38). */
export const proposal = z
  .object({
    id,
    kind: z.enum(proposalKinds),
    status: z.enum(proposalStatuses),
    /** The lot, user or other subject. */
    title: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    reason: z.string().nullable(),
    proposedBy: id,
    proposedByName: z.string(),
    /** Whether the caller counts as the same person as the proposer, and so can't confirm it. */
    samePerson: z.boolean(),
    proposedAt: instant,
    decidedByName: z.string().nullable(),
    decidedAt: instant.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: "Proposal" });
export type Proposal = z.infer<typeof proposal>;

const tag = "Confirmations";
const params = z.object({ id: idParam });

export const proposals = endpoint(laterRoutes.proposals, {
  tag,
  summary: "Proposals awaiting a second person, oldest first, or decided ones, newest first (D38)",
  access: "staff",
  permission: null,
  people: null,
  query: pageQuery.extend({ decided: z.enum(["true", "false"]).default("false") }),
  response: page(proposal),
});

export const confirmProposal = endpoint(laterRoutes.confirmProposal, {
  confirmAgain: true,
  tag,
  summary:
    "Confirm another person's proposal: it is checked again and carried out, or nothing changes",
  access: "staff",
  permission: null,
  params,
  response: proposal,
  errors: [404, 409, 422],
});

export const rejectProposal = endpoint(laterRoutes.rejectProposal, {
  tag,
  summary: "Reject a proposal with a note, or withdraw your own",
  access: "staff",
  permission: null,
  params,
  body: z.object({ note: text(3, 500) }),
  response: proposal,
  errors: [404, 409],
});
