import { t } from "@gavelyard/messages/text";
import { useRef, type FormEvent, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { Failure } from "../failure.tsx";
import { EditConflictNotice, type EditedSubject } from "./edit-conflict-notice.tsx";
import { useSaveKey } from "./use-save-key.ts";

/**
 * A long form with a saved draft: it shows restored input and conflicts above, and the save button
 * below.
 */
export function SavedForm({
  label,
  subject,
  isNew,
  restored,
  changed,
  both,
  failure,
  busy,
  frozen = false,
  onSave,
  onDiscard,
  saveLabel = t("Save"),
  actions,
  children,
}: {
  label: string;
  subject: EditedSubject;
  isNew: boolean;
  /** Whether its input comes from an earlier visit. */
  restored: boolean;
  changed: boolean;
  /** Labels of the fields that another person changed too. */
  both: readonly string[];
  failure: string | null;
  busy: boolean;
  frozen?: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** Label of the save button, for pages with several forms. */
  saveLabel?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useSaveKey(form, onSave);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form ref={form} noValidate aria-label={label} className="grid min-w-0 gap-6" onSubmit={submit}>
      {restored && changed ? (
        <p role="status" className="rounded-md bg-sunken p-3">
          {t("We restored your unsaved changes.")}
        </p>
      ) : null}
      <EditConflictNotice subject={subject} both={both} />
      {children}
      {frozen ? null : (
        <div className="sticky bottom-0 z-10 -mx-1 grid gap-3 border-t border-line bg-paper px-1 py-3">
          <Failure message={failure} />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" tone="primary" busy={busy} aria-keyshortcuts="Control+S">
              {isNew ? t("Save draft") : saveLabel}
            </Button>
            {changed ? <Button onClick={onDiscard}>{t("Discard changes")}</Button> : null}
            {actions}
            <p className="text-sm text-soft">{changed ? t("Unsaved changes") : ""}</p>
          </div>
        </div>
      )}
    </form>
  );
}
