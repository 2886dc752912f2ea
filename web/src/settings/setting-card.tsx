import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { browserZone } from "../clock.ts";
import { Ask } from "../ui/ask.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { MetChange } from "../ui/met-change.tsx";
import { useAskedPart } from "./use-asked-part.ts";
import type { Part, SettingForm } from "./use-setting.ts";

/** One part of the settings: its form, who changed it last, and what others did meanwhile. */
export function SettingCard<Form extends object>({
  title,
  hint,
  admin,
  part,
  setting,
  describe,
  above,
  extra,
  className,
  children,
}: {
  title: string;
  /** What it is for, and from when on a change counts. */
  hint: string;
  admin: boolean;
  part: Part<unknown>;
  setting: SettingForm<Form>;
  /** What another set, in a few words, for whoever has to choose. */
  describe: (form: Form) => string;
  /** Stands above the form. */
  above?: ReactNode;
  /** Further buttons, for support too. */
  extra?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);
  const card = useAskedPart(title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setting.save();
    setTries(tries + 1);
  };
  const { dirty, busy } = setting;
  return (
    <Card
      title={title}
      section={card}
      {...(className === undefined ? {} : { className })}
      action={dirty ? <Badge tone="live">Unsaved changes</Badge> : null}
    >
      <p className="mb-4 max-w-[70ch] text-soft">{hint}</p>
      {above}
      {dirty ? (
        <div className="mb-4 empty:hidden">
          <MetChange
            who={part.updatedBy ?? "Somebody"}
            subject="setting"
            both={setting.both}
            theirs={describe(setting.saved)}
          />
        </div>
      ) : null}
      <form ref={form} noValidate onSubmit={submit}>
        <fieldset disabled={!admin || busy} className="grid min-w-0 gap-4">
          <legend className="sr-only">{title}</legend>
          {children}
        </fieldset>
        <div className="mt-4 flex flex-wrap gap-3">
          {admin ? (
            <Button
              type="submit"
              tone="primary"
              busy={busy}
              disabled={!dirty}
              aria-label={`Save: ${title}`}
            >
              Save
            </Button>
          ) : null}
          {extra}
          {dirty ? (
            <Ask
              label="Discard changes"
              title="Discard what you typed?"
              act="Discard"
              onConfirm={setting.discard}
            >
              The fields show again what is saved.
            </Ask>
          ) : null}
          {admin && !part.isUsual ? (
            <Ask
              label="Back to the usual"
              title={`Set “${title}” back to the usual?`}
              act="Set it back"
              busy={busy}
              onConfirm={setting.setBack}
            >
              What counts then is what the product came with.
            </Ask>
          ) : null}
        </div>
      </form>
      <LastChange part={part} />
    </Card>
  );
}

function LastChange({ part: { id, isUsual, updatedAt, updatedBy } }: { part: Part<unknown> }) {
  if (updatedAt === null || id === null)
    return <p className="mt-4 text-sm text-soft">As usual; nobody has changed it yet.</p>;
  return (
    <p className="mt-4 text-sm text-soft">
      {isUsual ? "Set back to the usual" : "Changed"} by {updatedBy},{" "}
      {formatDateTime(updatedAt, browserZone())}.{" "}
      <Link
        className="inline-flex min-h-6 items-center text-ink underline"
        to={`?tab=audit&subject=setting&number=${id}`}
      >
        History
      </Link>
    </p>
  );
}
