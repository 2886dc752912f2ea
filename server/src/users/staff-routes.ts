import { deleteUser, permission, updateUserStatus } from "@gavelyard/contract/users/users";
import { userTimeline } from "@gavelyard/contract/users/timeline";
import * as users from "@gavelyard/contract/users/users-staff";
import { shownKinds } from "@gavelyard/domain/users/timeline";
import { isStaff } from "@gavelyard/domain/users/roles";
import { msg, t } from "@gavelyard/messages/text";
import type { FastifyRequest } from "fastify";
import type { PoolClient } from "pg";
import { z } from "zod";
import { id } from "@gavelyard/contract/common";
import type { ProductEvent } from "../events/events.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { signInsOf } from "../sign-in/session-sql.ts";
import type { Context } from "../context.ts";
import { documentsOf } from "../documents/sql.ts";
import type { Principal } from "../http/access.ts";
import { actorOf, type Actor } from "../http/actor.ts";
import { Refusal } from "../refusal.ts";
import { pageOf } from "../http/page.ts";
import { deviceOf } from "../network/device.ts";
import type { Serve } from "../http/serve.ts";
import { changeStatus, closeAccount, type ChangedBy } from "./change-account.ts";
import { vouchFor } from "../proposals/vouch.ts";
import { changePermissions } from "./change-permissions.ts";
import { timelineOf } from "./timeline-sql.ts";
import { toTimelineEntry } from "./timeline.ts";
import { notesOf } from "./notes-sql.ts";
import { addNote, removeNote } from "./notes.ts";
import { profileOf, userForStaff } from "./profile.ts";

/** What an administrator does to an account, as it is stored in a proposal (D38). */
const accessInput = z.discriminatedUnion("act", [
  z.object({ act: z.literal("CLOSE"), id }),
  z.object({
    act: z.literal("STATUS"),
    id,
    status: updateUserStatus.body.shape.status,
    reason: z.string().nullable(),
  }),
  z.object({
    act: z.literal("PERMISSIONS"),
    id,
    permissions: z.partialRecord(permission, z.boolean()),
  }),
]);

export function userStaffRoutes(serve: Serve, context: Context, proposals: Proposals): void {
  const { pool } = context;
  const work = (
    tx: PoolClient,
    record: (event: ProductEvent) => void,
    input: z.output<typeof accessInput>,
    actor: Actor,
  ): Promise<void> => {
    switch (input.act) {
      case "CLOSE":
        return closeAccount(context, tx, record, input.id, actor);
      case "STATUS":
        return changeStatus(context, tx, record, input.id, input, actor);
      case "PERMISSIONS":
        return changePermissions(context, tx, record, input.id, input.permissions, actor);
    }
  };
  const access = proposals.register("ADMINISTRATOR_ACCESS", accessInput, work);
  proposals.register("BIDDER_SUSPENSION", accessInput, work);
  const changeAccess = (
    input: z.output<typeof accessInput>,
    user: Principal,
    request: FastifyRequest,
  ) => {
    return access.run(input, actorOf(user, request));
  };
  const by = (user: Principal, request: FastifyRequest): ChangedBy => ({
    user,
    ip: deviceOf(request).ip,
  });

  serve(userTimeline, async ({ params, query, user }) => {
    await profileOf(pool, params.userId, user);
    const kinds = shownKinds(query.part ?? null, user.permissions);
    const { rows, total } = await timelineOf(pool, params.userId, kinds, query);
    return pageOf(rows.map(toTimelineEntry), total, query);
  });
  serve(users.userNotes, async ({ params, user }) => {
    await profileOf(pool, params.userId, user);
    return notesOf(pool, params.userId);
  });
  serve(users.addUserNote, ({ params, body, user, request }) =>
    addNote(context, params.userId, body, by(user, request)),
  );
  serve(users.removeUserNote, async ({ params, user, request }) => {
    await removeNote(context, params.id, by(user, request));
    return { message: t("Note removed") };
  });

  serve(users.userDocuments, async ({ params, user }) => {
    await profileOf(pool, params.userId, user);
    return (await documentsOf(pool, params.userId)).map((row) => ({
      id: row.id,
      purpose: row.purpose,
      fileName: row.file_name,
      bytes: row.bytes,
      createdAt: row.created_at.toISOString(),
    }));
  });

  serve(users.changePermissions, async ({ params, body, user, request }) => {
    const input = { act: "PERMISSIONS", id: params.id, permissions: body.permissions } as const;
    await changeAccess(input, user, request);
    return userForStaff(pool, params.id);
  });
  serve(updateUserStatus, async ({ params, body, user, request }) => {
    const { status, reason = null } = body;
    await changeAccess({ act: "STATUS", id: params.id, status, reason }, user, request);
    return userForStaff(pool, params.id);
  });
  serve(deleteUser, async ({ params, user, request }) => {
    await changeAccess({ act: "CLOSE", id: params.id }, user, request);
    return { message: t("Account closed") };
  });

  serve(users.vouchForUser, async ({ params, user, request }) => {
    await vouchFor(context, params.id, actorOf(user, request));
    return userForStaff(pool, params.id);
  });

  serve(users.userSessions, async ({ params, user }) => {
    const { userRole } = await profileOf(pool, params.userId, user);
    if (isStaff(userRole) && user.role !== "ROLE_ADMIN" && user.userId !== params.userId)
      throw new Refusal(
        "role-forbidden",
        msg("Only an administrator can see where staff are signed in"),
      );
    return (await signInsOf(pool, params.userId, user.jti)).map((row) => ({
      id: row.family,
      current: row.current,
      startedAt: row.started_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      ip: row.ip,
      userAgent: row.user_agent,
    }));
  });
}
