import { insertAudit } from "../audit/sql.ts";
import { revokeSessionsOf } from "../sign-in/session-sql.ts";
import { rejectPendingSample } from "../bank-details/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { setStatus } from "../users/account-sql.ts";
import { demoMark, lockDemo } from "../demo-accounts/mark-sql.ts";
import { demoAccountsOf } from "./people-sql.ts";
import { demoPeople } from "../demo-accounts/people.ts";

/** Status reason of demo accounts suspended when the demo is turned off. */
const DEMO_IS_OFF = "The demo is off";

/**
 * Suspends the demo's accounts when a database that a demo filled starts without the demo, because
 * their passwords are public, and rejects the demo's pending bank details. When the demo is on, it
 * reactivates these accounts (D37). Returns the number of accounts suspended.
 */
export async function matchDemoAccounts(
  context: Pick<Context, "pool" | "bus" | "settings">,
): Promise<number> {
  const { demo } = context.settings;
  if ((await demoMark(context.pool)) === null) return 0;
  return act(context, async (tx, record) => {
    await lockDemo(tx);
    if (!demo) await rejectPendingSample(tx);
    const accounts = await demoAccountsOf(
      tx,
      demoPeople.map(({ email }) => email),
    );
    const changed = accounts.filter((account) =>
      demo ? account.status_reason === DEMO_IS_OFF : account.status === "ACTIVE",
    );
    for (const { id, status } of changed) {
      const after = demo ? "ACTIVE" : "SUSPENDED";
      await setStatus(tx, id, after, demo ? null : DEMO_IS_OFF);
      if (!demo) await revokeSessionsOf(tx, id);
      await insertAudit(tx, {
        actorId: null,
        action: "status-changed",
        subjectType: "user",
        subjectId: id,
        before: { status },
        after: { status: after },
        reason: demo ? "The demo is on" : DEMO_IS_OFF,
        ip: null,
      });
      record({ type: "access-changed", userId: id });
    }
    return demo ? 0 : changed.length;
  });
}
