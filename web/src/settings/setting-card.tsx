import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { browserZone } from "../clock.ts";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EditConflictNotice } from "../ui/form/edit-conflict-notice.tsx";
import type { SettingSlug } from "@gavelyard/contract/operating-settings";
import { useFocusedPart } from "./use-focused-part.ts";
import type { Part, SettingForm } from "./use-setting.ts";
import { Link } from "../ui/page/router.tsx";

/** One part of the settings: its form, last change, and conflicts with other people's changes. */
export function SettingCard<Form extends object>({
  title,
  slug,
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
  slug: SettingSlug;
  hint: string;
  admin: boolean;
  part: Part<unknown>;
  setting: SettingForm<Form>;
  /** Summarizes another person's value, for the user who has to resolve the conflict. */
  describe: (form: Form) => string;
  above?: ReactNode;
  /** Additional buttons, also for support staff. */
  extra?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);
  const card = useFocusedPart(slug);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setting.save();
    setAttempts(attempts + 1);
  };
  const { dirty, busy } = setting;
  return (
    <Card
      title={title}
      section={card}
      {...(className === undefined ? {} : { className })}
      action={dirty ? <Badge tone="attention">{t("Unsaved changes")}</Badge> : null}
    >
      <p className="mb-4 max-w-[70ch] text-soft">{hint}</p>
      {above}
      {dirty ? (
        <div className="mb-4 empty:hidden">
          <EditConflictNotice
            who={part.updatedBy ?? t("Unknown")}
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
              aria-label={t("Save: {title}", { title })}
            >
              {t("Save")}
            </Button>
          ) : null}
          {extra}
          {dirty ? (
            <ConfirmButton
              label={t("Discard changes")}
              title={t("Discard your changes?")}
              confirmLabel={t("Discard")}
              onConfirm={setting.discard}
            >
              {t("The saved values are restored.")}
            </ConfirmButton>
          ) : null}
          {admin && !part.isDefault ? (
            <ConfirmButton
              label={t("Reset to default")}
              title={t("Reset “{title}” to default?", { title })}
              confirmLabel={t("Reset to default")}
              busy={busy}
              onConfirm={setting.resetToDefault}
            >
              {t("The default values apply again.")}
            </ConfirmButton>
          ) : null}
        </div>
      </form>
      <LastChange part={part} />
    </Card>
  );
}

function LastChange({ part: { id, isDefault, updatedAt, updatedBy } }: { part: Part<unknown> }) {
  if (updatedAt === null || id === null)
    return <p className="mt-4 text-sm text-soft">{t("Default. Never changed.")}</p>;
  const change = { name: updatedBy ?? "", time: formatDateTime(updatedAt, browserZone()) };
  return (
    <p className="mt-4 text-sm text-soft">
      {isDefault
        ? t("Reset to default by {name}, {time}.", change)
        : t("Changed by {name}, {time}.", change)}{" "}
      <Link
        className="inline-flex min-h-6 items-center text-ink underline"
        to={`?tab=audit&subject=setting&number=${id}`}
      >
        {t("History")}
      </Link>
    </p>
  );
}
