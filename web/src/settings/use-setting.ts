import {
  settingChange,
  type OperatingSettings,
  type SettingChange,
} from "@gavelyard/contract/operating-settings";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../api/client.ts";
import { useCall } from "../api/api-context.ts";
import { siteQuery } from "../layout/site.ts";
import { messageOf } from "../session/messages.ts";
import { useSession } from "../session/session.ts";
import { broughtUpToDate, freshDraft, isSame, keptDraft } from "../ui/kept-draft.ts";
import { toast, toastMessage } from "../ui/toast-store.ts";
import { useDraft } from "../ui/use-draft.ts";
import { settingsQuery } from "./api.ts";
import type { FormShape } from "./forms.ts";

/** One part of the settings as the server has it. */
export interface Part<Value> {
  readonly id: number | null;
  readonly isUsual: boolean;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
  readonly value: Value;
  readonly usual: Value;
}

/** Which part, and of mails which one. */
export type Which =
  | { readonly section: Exclude<SettingChange["section"], "mail"> }
  | { readonly section: "mail"; readonly kind: OperatingSettings["mails"][number]["kind"] };

/** A part of the settings under somebody's hands. */
export interface SettingForm<Form> {
  readonly form: Form;
  /** Types something: kept until it is saved or discarded, also when the page is left. */
  readonly set: (changes: Partial<Form>) => void;
  /** What is wrong, by the path of its field: `premium.1.from`. */
  readonly faults: Readonly<Record<string, string>>;
  readonly dirty: boolean;
  /** Fields that another changed too since the typing began, as people call them. */
  readonly both: readonly string[];
  /** What the server has. */
  readonly saved: Form;
  readonly busy: boolean;
  readonly save: () => void;
  readonly discard: () => void;
  readonly setBack: () => void;
}

function faultsOf(issues: readonly { path: PropertyKey[] | string; message: string }[]) {
  const faults: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = (typeof path === "string" ? path : path.join(".")).replace(/^value\./, "");
    faults[field] ??= message;
  }
  return faults;
}

/** Asks before the tab is closed while something is not saved. */
function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
}

/** Edits one part of the settings: its draft, its faults, saving it, and what others do meanwhile. */
export function useSetting<Value, Form extends object>(
  which: Which,
  part: Part<Value>,
  shape: FormShape<Value, Form>,
): SettingForm<Form> {
  const name = which.section === "mail" ? `mail:${which.kind}` : which.section;
  const call = useCall();
  const queries = useQueryClient();
  const userId = useSession()?.userId ?? 0;
  const saved = shape.toForm(part.value);
  const fresh = () => freshDraft(saved, part.updatedAt);
  const draft = useDraft(`${userId}:setting:${name}`, keptDraft(shape.form), fresh);
  const [judged, setJudged] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const known = draft.values;
  if (known.updatedAt !== part.updatedAt) {
    const next = broughtUpToDate(known, saved, part.updatedAt);
    if (isSame(next.values, next.base)) draft.restart(next);
    else draft.keep(next);
  }
  const form = known.values;
  const dirty = !isSame(shape.toValue(form), shape.toValue(known.base));
  const changeTo = (value: unknown, updatedAt: string | null) =>
    settingChange.safeParse({ ...which, value, updatedAt });
  const parsed = dirty ? changeTo(shape.toValue(form), known.updatedAt) : null;
  const restart = () => {
    draft.restart(fresh());
    setRefused({});
    setJudged(false);
  };
  useLeaveGuard(dirty);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: SettingChange) => call("changeSetting", { body }),
    onSuccess: (settings) => {
      restart();
      queries.setQueryData(settingsQuery(call).queryKey, settings);
      toast({ type: "success", title: "Settings saved" });
      // What pages show of it: the server's answer may be some moments old.
      queries.setQueryData(siteQuery(call).queryKey, (site) =>
        site === undefined
          ? undefined
          : { ...site, ...settings.contact.value, notice: settings.notice.value.text },
      );
    },
    onError: (error) => {
      setRefused(faultsOf(error instanceof ApiError ? error.issues : []));
      toastMessage(messageOf(error, "Couldn't save settings."), "error");
      return queries.invalidateQueries({ queryKey: settingsQuery(call).queryKey });
    },
  });
  return {
    form,
    set: (changes) => {
      const values = { ...form, ...changes };
      if (isSame(values, known.base)) draft.restart(fresh());
      else draft.keep({ ...known, values });
      setRefused({});
    },
    faults: { ...refused, ...(judged ? faultsOf(parsed?.error?.issues ?? []) : {}) },
    dirty,
    both: known.both.map(
      (field) => new Map<string, string>(Object.entries(shape.labels)).get(field) ?? field,
    ),
    saved,
    busy: isPending,
    save: () => {
      setJudged(true);
      if (parsed?.success === true) mutate(parsed.data);
    },
    discard: restart,
    setBack: () => {
      const back = changeTo(null, part.updatedAt);
      if (back.success) mutate(back.data);
    },
  };
}
