import { useRef, type FormEvent, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Failure } from "./failure.tsx";
import { MetChange } from "./met-change.tsx";
import { useSaveKey } from "./use-save-key.ts";

/** A long form whose draft is kept: tells what came back or met another's change, and is saved below. */
export function KeptForm({
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
  act = "Save",
  acts,
  children,
}: {
  label: string;
  /** What it describes, as in "this unit". */
  subject: string;
  /** Whether nothing of it has been saved before. */
  isNew: boolean;
  /** Whether what stands in it was typed on an earlier visit. */
  restored: boolean;
  changed: boolean;
  /** Fields that another changed too meanwhile, as people call them. */
  both: readonly string[];
  failure: string | null;
  busy: boolean;
  /** Whether it can only be read. */
  frozen?: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** What the button that saves says, where a page has several. */
  act?: string;
  /** Further acts, beside saving. */
  acts?: ReactNode;
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
          We restored your unsaved changes.
        </p>
      ) : null}
      <MetChange subject={subject} both={both} />
      {children}
      {frozen ? null : (
        <div className="sticky bottom-0 z-10 -mx-1 grid gap-3 border-t border-line bg-paper px-1 py-3">
          <Failure message={failure} />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" tone="primary" busy={busy} aria-keyshortcuts="Control+S">
              {isNew ? "Save draft" : act}
            </Button>
            {changed ? <Button onClick={onDiscard}>Discard changes</Button> : null}
            {acts}
            <p className="text-sm text-soft">{changed ? "Unsaved changes" : ""}</p>
          </div>
        </div>
      )}
    </form>
  );
}
