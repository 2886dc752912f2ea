import { TWO_BEFORE_CLOSE_MS } from "@gavelyard/domain/proposals";
import type { PoolClient } from "pg";
import type { Actor } from "../http/actor.ts";
import { requireSecondPerson } from "./proposals.ts";
import type { ProposalFacts } from "./sql.ts";
import { bidsOnClosing, shownPerson } from "./person-sql.ts";

/**
 * Asks for a second person before somebody is kept from bidding who has bid on a lot that closes
 * within the hour (D38).
 */
export async function askBeforeClose(
  tx: PoolClient,
  by: Actor,
  {
    user,
    ...facts
  }: Pick<ProposalFacts, "kind" | "before" | "after" | "reason"> & {
    readonly user: { readonly id: number; readonly name: string };
  },
): Promise<void> {
  if (user.id === by.userId || !(await bidsOnClosing(tx, user.id, TWO_BEFORE_CLOSE_MS))) return;
  await requireSecondPerson(tx, by, {
    ...facts,
    subjectType: "user",
    subjectId: user.id,
    title: user.name,
    after: { ...facts.after, ...(await shownPerson(tx, user.id, null)) },
  });
}
