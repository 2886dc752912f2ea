import { documentPurposes } from "@gavelyard/domain/documents";
import { z } from "zod";
import { ownSession } from "../sign-in/sign-in.ts";
import { done, id, idParam, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { laterRoutes } from "../later-routes.ts";
import { permission, userForStaffSchema } from "./users.ts";

const tag = "Users by staff";
const params = z.object({ userId: idParam });

/** Never shown to the user. */
export const userNote = z
  .object({
    id,
    userId: id,
    text: z.string(),
    /** Whether it is about a call. */
    call: z.boolean(),
    authorId: id,
    authorName: z.string(),
    createdAt: instant,
  })
  .meta({ id: "UserNote" });
export type UserNote = z.infer<typeof userNote>;

export const userNotes = endpoint(laterRoutes.userNotes, {
  tag,
  summary: "Staff notes about a user, newest first, up to 200",
  access: "staff",
  permission: "users",
  people: "account",
  params,
  response: z.array(userNote),
  errors: [404],
});

export const addUserNote = endpoint(laterRoutes.addUserNote, {
  tag,
  summary: "Write a note about a user, visible to staff only",
  access: "staff",
  permission: "users",
  params,
  body: z.object({ text: text(1, 2_000), call: z.boolean().default(false) }),
  response: userNote,
  errors: [404, 409],
});

export const removeUserNote = endpoint(laterRoutes.removeUserNote, {
  tag,
  summary: "Remove a note: its author or an administrator; the audit log keeps its text",
  access: "staff",
  permission: "users",
  params: z.object({ id: idParam }),
  response: done,
  errors: [403, 404],
});

export const userDocuments = endpoint(laterRoutes.userDocuments, {
  tag,
  summary: "Documents of a user, newest first, up to 200",
  access: "staff",
  permission: "documents",
  people: "account",
  params,
  response: z.array(
    z.object({
      id: z.uuid(),
      purpose: z.enum(documentPurposes),
      fileName: z.string(),
      bytes: z.int(),
      createdAt: instant,
    }),
  ),
  errors: [404],
});

export const changePermissions = endpoint(laterRoutes.changePermissions, {
  secondPerson: ["ADMINISTRATOR_ACCESS"],
  confirmAgain: true,
  tag,
  summary: "Grant or withhold permissions of another member of staff; omitted ones stay (D57)",
  access: "admin",
  permission: "users",
  params: z.object({ id: idParam }),
  body: z.object({ permissions: z.partialRecord(permission, z.boolean()) }),
  response: userForStaffSchema,
  errors: [404, 409],
});

export const vouchForUser = endpoint(laterRoutes.vouchForUser, {
  confirmAgain: true,
  tag,
  summary:
    "Vouch that an account on staff isn't another one of the administrator who opened it (D38)",
  access: "admin",
  permission: "users",
  params: z.object({ id: idParam }),
  response: userForStaffSchema,
  errors: [404, 409],
});

export const userSessions = endpoint(laterRoutes.userSessions, {
  tag,
  summary: "A user's active sessions, newest first; only administrators see staff sessions",
  access: "staff",
  permission: "users",
  people: "account",
  params,
  response: z.array(ownSession),
  errors: [403, 404],
});

export const endUserSessions = endpoint(laterRoutes.endUserSessions, {
  secondPerson: ["BIDDER_SIGN_OUT"],
  confirmAgain: true,
  tag,
  summary: "Sign a user out everywhere",
  access: "admin",
  permission: "users",
  params,
  response: done,
  errors: [404, 409],
});

export const endUserSession = endpoint(laterRoutes.endUserSession, {
  secondPerson: ["BIDDER_SIGN_OUT"],
  confirmAgain: true,
  tag,
  summary: "Sign a user out on one device",
  access: "admin",
  permission: "users",
  params: z.object({ userId: idParam, id: z.uuid() }),
  response: done,
  errors: [404, 409],
});
