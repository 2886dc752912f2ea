import * as contract from "@gavelyard/contract/proposals";
import type { Context } from "../context.ts";
import { actorOf } from "../http/actor.ts";
import { pageOf } from "../http/page.ts";
import type { Serve } from "../http/serve.ts";
import type { Proposals } from "./proposals.ts";
import { proposalById, proposalsPage, type ProposalRow } from "./sql.ts";

/** Routes for pending proposals and their decision (D38). */
export function proposalRoutes(serve: Serve, { pool }: Context, proposals: Proposals): void {
  const presentProposal = async (id: number, viewer: number): Promise<contract.Proposal> => {
    const row = await proposalById(pool, id, viewer);
    if (row === null) throw new Error(`proposal ${id} is gone`);
    return toProposal(row);
  };
  serve(contract.proposals, async ({ query: { decided, page, size }, user }) => {
    const { rows, total } = await proposalsPage(pool, {
      viewer: user.userId,
      decided: decided === "true",
      page,
      size,
    });
    return pageOf(rows.map(toProposal), total, { page, size });
  });
  serve(contract.confirmProposal, async ({ params, user, request }) => {
    await proposals.confirm(params.id, { ...user, ...actorOf(user, request) });
    return presentProposal(params.id, user.userId);
  });
  serve(contract.rejectProposal, async ({ params, body, user, request }) => {
    await proposals.reject(params.id, body.note, { ...user, ...actorOf(user, request) });
    return presentProposal(params.id, user.userId);
  });
}

function toProposal(row: ProposalRow): contract.Proposal {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    title: row.title,
    before: row.before,
    after: row.after,
    reason: row.reason,
    proposedBy: row.proposed_by,
    proposedByName: row.proposed_by_name,
    samePerson: row.same_person,
    proposedAt: row.proposed_at.toISOString(),
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
  };
}
