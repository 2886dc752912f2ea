import { msg } from "@gavelyard/messages/text";
import type { UserNote } from "@gavelyard/contract/users/users-staff";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { Refusal, notFound } from "../refusal.ts";
import { lockAccount } from "./account-sql.ts";
import type { ChangedBy } from "./change-account.ts";
import { deleteNote, insertNote, lockNote } from "./notes-sql.ts";
import { noSuchUser } from "./profile.ts";

type NotesContext = Pick<Context, "pool" | "bus">;

/**
 * Adds a staff note about a user. The audit records that it was added, not its text.
 * @throws Refusal 404; 409 for a closed account, about which nothing new may be kept
 */
export async function addNote(
  context: NotesContext,
  userId: number,
  { text, call }: { readonly text: string; readonly call: boolean },
  by: ChangedBy,
): Promise<UserNote> {
  return act(context, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (account === null) throw noSuchUser();
    if (account.status === "CLOSED")
      throw new Refusal("account-closed", msg("This account is closed"));
    const id = await insertNote(tx, { userId, text, call, authorId: by.user.userId });
    await insertAudit(tx, {
      actorId: by.user.userId,
      action: "note-added",
      subjectType: "user",
      subjectId: userId,
      after: { noteId: id },
      ip: by.ip,
    });
    const note = await lockNote(tx, id);
    if (note === null) throw new Error(`note ${id} is gone`);
    return note;
  });
}

/**
 * Removes a note of the caller, or any note if the caller is an administrator. The audit keeps its
 * text.
 * @throws Refusal 403 for another author's note, 404
 */
export async function removeNote(context: NotesContext, id: number, by: ChangedBy): Promise<void> {
  await act(context, async (tx) => {
    const note = await lockNote(tx, id);
    if (note === null) throw notFound(msg("Note not found"));
    if (note.authorId !== by.user.userId && by.user.role !== "ROLE_ADMIN") {
      throw new Refusal("not-yours", msg("Only the author or an administrator can remove a note"));
    }
    await deleteNote(tx, id);
    await insertAudit(tx, {
      actorId: by.user.userId,
      action: "note-removed",
      subjectType: "user",
      subjectId: note.userId,
      before: { noteId: id, text: note.text, authorId: note.authorId, createdAt: note.createdAt },
      ip: by.ip,
    });
  });
}
