import { msg } from "@gavelyard/messages/text";
import {
  permissions,
  permissionNames,
  permissionsOf,
  refusePermissions,
  type Permission,
  type PermissionHolder,
  type PermissionRefusal,
} from "@gavelyard/domain/users/permissions";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import { refuseForSharedAccount } from "../demo-accounts/shared-accounts.ts";
import type { ProductEvent } from "../events/events.ts";
import type { Actor } from "../http/actor.ts";
import { setWithheld } from "../sign-in/sql.ts";
import { Refusal, permissionMissing } from "../refusal.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { askForAccess } from "../proposals/ask-for-access.ts";
import { tellAdministrators } from "../proposals/tell-administrators.ts";
import { lockStaff, type StaffRow } from "./account-sql.ts";
import { noSuchUser } from "./profile.ts";

const refusals: Readonly<Record<PermissionRefusal, () => Refusal>> = {
  NOT_A_MANAGER: () => permissionMissing("users"),
  OWN: () =>
    new Refusal(
      "own-account",
      msg("You can't change your own permissions. Ask another administrator."),
    ),
  NOT_STAFF: () =>
    new Refusal("wrong-state", msg("Only staff have permissions. Nothing was changed.")),
  ABOVE_OWN: () =>
    new Refusal(
      "role-forbidden",
      msg("You can only grant permissions you have. Nothing was changed."),
    ),
};

const holderOf = ({ id, role, withheld_permissions }: StaffRow): PermissionHolder => ({
  userId: id,
  role,
  permissions: permissionsOf(role, withheld_permissions),
});

/**
 * Gives permissions to a member of staff or withholds them; unnamed ones don't change. Emails the
 * person and takes effect on their next call (D57). Withholding one from an administrator needs a
 * second person where there is a third (D38).
 * @throws Refusal 403, 404, 409
 */
export async function changePermissions(
  { settings }: Pick<Context, "settings">,
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  userId: number,
  changes: Readonly<Partial<Record<Permission, boolean>>>,
  by: Actor,
): Promise<void> {
  const rows = await lockStaff(tx, [userId, by.userId]);
  const account = rows.find(({ id }) => id === userId);
  // Read under the lock, because the caller's own permissions may just have changed.
  const caller = rows.find(({ id }) => id === by.userId);
  if (account === undefined || caller === undefined) throw noSuchUser();
  if (account.status === "CLOSED")
    throw new Refusal("account-closed", msg("This account is closed"));
  refuseForSharedAccount(
    settings,
    account.email,
    msg(
      "All visitors share this demo account, so its permissions can't be changed. Nothing was changed.",
    ),
  );
  const held = holderOf(account).permissions;
  const next = permissions.filter((one) => changes[one] ?? held.includes(one));
  const refusal = refusePermissions(holderOf(account), next, holderOf(caller));
  if (refusal !== null) throw refusals[refusal]();
  const withheld = permissions.filter((one) => !next.includes(one));
  if (next.length === held.length && next.every((one) => held.includes(one))) return;
  const before = { permissions: held };
  const after = { permissions: next };
  if (!held.every((one) => next.includes(one)))
    await askForAccess(tx, account, { before, after, reason: null }, by);
  await setWithheld(tx, userId, withheld);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "permissions-changed",
    subjectType: "user",
    subjectId: userId,
    before,
    after,
    ip: by.ip,
  });
  await enqueue(tx, "send-mail", {
    eventKey: `permissions-changed:${randomUUID()}`,
    to: account.email,
    content: {
      kind: "PERMISSIONS_CHANGED",
      name: account.name,
      permissions: next.map((one) => permissionNames[one]),
    },
  });
  if (account.role === "ROLE_ADMIN")
    await tellAdministrators(
      tx,
      msg("The permissions of administrator {name} were changed.", { name: account.name }),
      by.userId,
    );
  record({
    type: "users-told",
    userIds: [userId],
    event: { type: "PERMISSIONS_CHANGED", at: (await clockNow(tx)).toISOString() },
  });
  record({ type: "access-changed", userId, keepsSessions: true });
}
