import { t } from "@gavelyard/messages/text";
import {
  settingChange,
  type OperatingSettings,
  type SettingChange,
} from "@gavelyard/contract/operating-settings";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "@gavelyard/client/call";
import { useCall } from "../api/api-context.ts";
import { siteQuery } from "../site/site.ts";
import { isWaiting, messageOf } from "../api/messages.ts";
import { useSession } from "../session/session.ts";
import { mergeChanges, freshDraft, isSame, savedDraft } from "../ui/form/saved-draft.ts";
import { toast, toastMessage } from "../ui/toast-store.ts";
import { useDraft } from "../ui/form/use-draft.ts";
import { settingsQuery } from "./api.ts";
import type { FormShape } from "./forms.ts";

/** One part of the settings as the server has it. */
export interface Part<Value> {
  readonly id: number | null;
  readonly isDefault: boolean;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
  readonly value: Value;
  readonly defaultValue: Value;
}

/** Names the setting; for emails, also which one in which language. */
export type SettingKey =
  | { readonly section: Exclude<SettingChange["section"], "mail"> }
  | ({ readonly section: "mail" } & Pick<OperatingSettings["mails"][number], "kind" | "language">);

export interface SettingForm<Form> {
  readonly form: Form;
  /**
   * Changes values in the draft, which is kept until it is saved or discarded, even if the user
   * leaves the page.
   */
  readonly set: (changes: Partial<Form>) => void;
  /** Errors by the path of their field: `premium.1.from`. */
  readonly faults: Readonly<Record<string, string>>;
  readonly dirty: boolean;
  /** Labels of fields that another person has changed since this edit began. */
  readonly both: readonly string[];
  readonly saved: Form;
  readonly busy: boolean;
  readonly save: () => void;
  readonly discard: () => void;
  readonly resetToDefault: () => void;
}

function faultsOf(issues: readonly { path: PropertyKey[] | string; message: string }[]) {
  const faults: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = (typeof path === "string" ? path : path.join(".")).replace(/^value\./, "");
    faults[field] ??= message;
  }
  return faults;
}

function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
}

/** Edits one part of the settings: draft, validation, saving, and conflicts with other people. */
export function useSetting<Value, Form extends object>(
  which: SettingKey,
  part: Part<Value>,
  shape: FormShape<Value, Form>,
): SettingForm<Form> {
  const name = which.section === "mail" ? `mail:${which.kind}:${which.language}` : which.section;
  const call = useCall();
  const queries = useQueryClient();
  const userId = useSession()?.userId ?? 0;
  const saved = shape.toForm(part.value);
  const fresh = () => freshDraft(saved, part.updatedAt);
  const draft = useDraft(`${userId}:setting:${name}`, savedDraft(shape.form), fresh);
  const [isValidated, setValidated] = useState(false);
  const [serverFaults, setServerFaults] = useState<Readonly<Record<string, string>>>({});
  const current = draft.values;
  if (current.updatedAt !== part.updatedAt) {
    const next = mergeChanges(current, saved, part.updatedAt);
    if (isSame(next.values, next.base)) draft.restart(next);
    else draft.keep(next);
  }
  const form = current.values;
  const dirty = !isSame(shape.toValue(form), shape.toValue(current.base));
  const changeTo = (value: unknown, updatedAt: string | null) =>
    settingChange.safeParse({ ...which, value, updatedAt });
  const parsed = dirty ? changeTo(shape.toValue(form), current.updatedAt) : null;
  const restart = () => {
    draft.restart(fresh());
    setServerFaults({});
    setValidated(false);
  };
  useLeaveGuard(dirty);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: SettingChange) => call("changeSetting", { body }),
    onSuccess: (settings) => {
      restart();
      queries.setQueryData(settingsQuery(call).queryKey, settings);
      toast({ type: "success", title: t("Settings saved") });
      // Update what pages show, since the server's site data may be cached for a moment.
      queries.setQueryData(siteQuery(call).queryKey, (site) =>
        site === undefined
          ? undefined
          : {
              ...site,
              ...settings.contact.value,
              notice: settings.notice.value.text,
              delivery: settings.delivery.value.isOn,
            },
      );
    },
    onError: (error) => {
      setServerFaults(faultsOf(error instanceof ApiError ? error.issues : []));
      const waits = isWaiting(error);
      if (waits) restart();
      toastMessage(messageOf(error, t("Couldn't save settings.")), waits ? "info" : "error");
      return queries.invalidateQueries({ queryKey: ["staff"] });
    },
  });
  return {
    form,
    set: (changes) => {
      const values = { ...form, ...changes };
      if (isSame(values, current.base)) draft.restart(fresh());
      else draft.keep({ ...current, values });
      setServerFaults({});
    },
    faults: { ...serverFaults, ...(isValidated ? faultsOf(parsed?.error?.issues ?? []) : {}) },
    dirty,
    both: current.both.map(
      (field) => new Map<string, string>(Object.entries(shape.labels)).get(field) ?? field,
    ),
    saved,
    busy: isPending,
    save: () => {
      setValidated(true);
      if (parsed?.success === true) mutate(parsed.data);
    },
    discard: restart,
    resetToDefault: () => {
      const back = changeTo(null, part.updatedAt);
      if (back.success) mutate(back.data);
    },
  };
}
