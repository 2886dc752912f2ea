import { t } from "@gavelyard/messages/text";
import type { UserNote } from "@gavelyard/contract/users/users-staff";
import type { UserForStaff } from "@gavelyard/contract/users/users";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { useSession } from "../session/session.ts";
import { useAction } from "../api/use-action.ts";
import { ActionButton } from "../api/action-button.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CheckField, TextArea } from "../ui/form/field.tsx";
import { userNotesQuery } from "./api.ts";

export function UserNotes({ user, admin }: { user: UserForStaff; admin: boolean }) {
  const query = useQuery(userNotesQuery(useCall(), user.id));
  const me = useSession()?.userId;
  return (
    <section aria-label={t("Notes")}>
      <h3 className="mb-1 font-bold">{t("Notes")}</h3>
      <p className="mb-2 text-sm text-soft">{t("Only staff can see these.")}</p>
      <Read query={query} failure={t("Couldn't load the notes.")} className="h-20">
        {(notes) =>
          notes.length === 0 ? (
            <p className="text-soft">{t("No notes yet")}</p>
          ) : (
            <ul>
              {notes.map((note) => (
                <Note key={note.id} note={note} mayRemove={admin || note.authorId === me} />
              ))}
            </ul>
          )
        }
      </Read>
      {user.status === "CLOSED" ? null : <NoteForm userId={user.id} />}
    </section>
  );
}

function Note({ note, mayRemove }: { note: UserNote; mayRemove: boolean }) {
  return (
    <li className="border-b border-line py-2">
      <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-soft">
          {note.call ? <Badge>{t("Call")}</Badge> : null} {note.authorName},{" "}
          {formatDateTime(note.createdAt, browserZone())}
        </p>
        {mayRemove ? (
          <ActionButton
            label={t("Remove")}
            title={t("Remove this note?")}
            confirmLabel={t("Remove note")}
            tone="danger"
            act={(call) => call("removeUserNote", { params: { id: String(note.id) } })}
            done={t("Note removed")}
            failed={t("Couldn't remove the note.")}
            refresh={[
              ["staff", "users", note.userId, "notes"],
              ["staff", "users", note.userId, "timeline"],
            ]}
          >
            {t("The audit log keeps its text.")}
          </ActionButton>
        ) : null}
      </div>
    </li>
  );
}

function NoteForm({ userId }: { userId: number }) {
  const [text, setText] = useState("");
  const [isCall, setCall] = useState(false);
  const add = useAction(
    (call) =>
      call("addUserNote", { params: { userId: String(userId) }, body: { text, call: isCall } }),
    {
      done: t("Note saved"),
      failed: t("Couldn't save the note."),
      refresh: [
        ["staff", "users", userId, "notes"],
        ["staff", "users", userId, "timeline"],
      ],
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "")
      add.mutate(null, {
        onSuccess: () => {
          setText("");
          setCall(false);
        },
      });
  };
  return (
    <form className="mt-3 grid gap-3" onSubmit={submit}>
      <TextArea
        label={t("New note")}
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <CheckField
        label={t("About a call")}
        checked={isCall}
        onChange={(event) => setCall(event.target.checked)}
      />
      <Button
        type="submit"
        className="justify-self-start"
        busy={add.isPending}
        disabled={text.trim() === ""}
      >
        {t("Save note")}
      </Button>
    </form>
  );
}
