import { msg } from "@gavelyard/messages/text";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { Actor } from "../http/actor.ts";
import { Refusal, notFound } from "../refusal.ts";
import { tellAdministrators } from "./tell-administrators.ts";
import { isSamePerson, lockUser, openerOf } from "./same-person-sql.ts";

/**
 * Records that an account on staff belongs to a person of its own, not to who opened it (D38). Only
 * an administrator who is independent of that person can say so, or the command line.
 * @throws Refusal 403 for the opener's own accounts, 404, 409 if nobody has to vouch for it
 */
export async function vouchFor(
  context: Pick<Context, "pool" | "bus">,
  userId: number,
  /** Null at the command line. */
  by: Pick<Actor, "userId" | "ip"> | null,
): Promise<void> {
  await act(context, async (tx) => {
    if (!(await lockUser(tx, userId))) throw notFound(msg("Account not found"));
    const opener = await openerOf(tx, userId);
    if (opener === null)
      throw new Refusal("already-done", msg("This account already stands for its own person"));
    if (by !== null && (await isSamePerson(tx, by.userId, [userId])))
      throw new Refusal(
        "same-person",
        msg("{opener} opened this account. Another administrator has to vouch for it.", {
          opener: opener.name,
        }),
      );
    await insertAudit(tx, {
      actorId: by?.userId ?? null,
      action: "account-vouched",
      subjectType: "user",
      subjectId: userId,
      before: { openedBy: opener.id },
      ip: by?.ip ?? null,
    });
    const change = msg("Somebody vouched for the staff account {userId}, which {opener} opened.", {
      userId,
      opener: opener.name,
    });
    await tellAdministrators(tx, change, by?.userId ?? null);
  });
}
