import { msg } from "@gavelyard/messages/text";
import type { AuditValues } from "@gavelyard/domain/audit/audit-fields";
import { howToTakeAccess } from "@gavelyard/domain/proposals";
import type { Role } from "@gavelyard/domain/users/roles";
import type { PoolClient } from "pg";
import type { Actor } from "../http/actor.ts";
import { Refusal } from "../refusal.ts";
import { administrators } from "./administrators-sql.ts";
import { requireSecondPerson } from "./proposals.ts";

/**
 * Asks for a second person before an administrator loses access, if there is a third who can
 * confirm it (D38). Without one, an account can only be closed a week after it lost access. Does
 * nothing for other accounts.
 * @throws Refusal 409 for a close that comes too early
 */
export async function askForAccess(
  tx: PoolClient,
  account: { readonly id: number; readonly name: string; readonly role: Role },
  change: {
    readonly before: AuditValues;
    readonly after: AuditValues;
    readonly reason: string | null;
  },
  by: Actor,
): Promise<void> {
  if (account.role !== "ROLE_ADMIN") return;
  const closes = change.after.status === "CLOSED";
  const all = await administrators(tx);
  const how = howToTakeAccess(all, { from: account.id, by: by.userId, closes });
  if (how === "NOT_YET")
    throw new Refusal(
      "too-early",
      msg("Suspend this administrator first. A week later you can close the account alone."),
    );
  if (how === "ALONE") return;
  await requireSecondPerson(tx, by, {
    kind: "ADMINISTRATOR_ACCESS",
    subjectType: "user",
    subjectId: account.id,
    title: account.name,
    ...change,
  });
}
