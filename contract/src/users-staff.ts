import { z } from "zod";
import { ownSession } from "./auth.ts";
import { done, id, idParam, instant, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";

const tag = "Users by staff";
const params = z.object({ userId: idParam });

/** What staff wrote down about a user; never shown to that user. */
export const userNote = z
  .object({
    id,
    userId: id,
    text: z.string(),
    authorId: id,
    authorName: z.string(),
    createdAt: instant,
  })
  .meta({ id: "UserNote" });
export type UserNote = z.infer<typeof userNote>;

export const userNotes = endpoint(routes.userNotes, {
  tag,
  summary: "Staff notes about a user, newest first, up to 200",
  access: "staff",
  params,
  response: z.array(userNote),
  errors: [404],
});

export const addUserNote = endpoint(routes.addUserNote, {
  tag,
  summary: "Write a note about a user, visible to staff only",
  access: "staff",
  params,
  body: z.object({ text: text(1, 2_000) }),
  response: userNote,
  errors: [404, 409],
});

export const removeUserNote = endpoint(routes.removeUserNote, {
  tag,
  summary: "Remove a note: its author or an administrator; the audit log keeps its text",
  access: "staff",
  params: z.object({ id: idParam }),
  response: done,
  errors: [403, 404],
});

export const userDocuments = endpoint(routes.userDocuments, {
  tag,
  summary: "Documents of a user, newest first, up to 200",
  access: "staff",
  params,
  response: z.array(
    z.object({
      id: z.uuid(),
      purpose: z.enum(["BID_LIMIT", "FINANCE", "INVOICE", "RECEIPT", "PAYMENT_PROOF"]),
      fileName: z.string(),
      bytes: z.int(),
      createdAt: instant,
    }),
  ),
  errors: [404],
});

export const userSessions = endpoint(routes.userSessions, {
  tag,
  summary: "Where a user is signed in, newest first",
  access: "staff",
  params,
  response: z.array(ownSession),
  errors: [404],
});

export const endUserSessions = endpoint(routes.endUserSessions, {
  confirmAgain: true,
  tag,
  summary: "Sign a user out everywhere",
  access: "admin",
  params,
  response: done,
  errors: [404, 409],
});

export const endUserSession = endpoint(routes.endUserSession, {
  confirmAgain: true,
  tag,
  summary: "Sign a user out on one device",
  access: "admin",
  params: z.object({ userId: idParam, id: z.uuid() }),
  response: done,
  errors: [404, 409],
});
