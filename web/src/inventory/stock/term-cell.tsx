import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import type { UnitChanges, UnitTerms } from "@gavelyard/contract/inventory/inventory-staff";
import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useCall } from "../../api/api-context.ts";
import { messageOf } from "../../api/messages.ts";
import { Button } from "../../ui/button.tsx";
import { textIn } from "../../ui/form/form-text.ts";
import { toast, toastMessage } from "../../ui/toast-store.ts";
import { yardsQuery } from "../api.ts";

/** A field of a unit that the table changes in place. */
interface TermField {
  readonly title: string;
  readonly required: boolean;
  readonly valueOf: (terms: UnitTerms) => number | null;
  readonly changeTo: (value: number | null) => Partial<UnitChanges>;
}

export const termFields = {
  startingPrice: {
    title: t("Starting price"),
    required: true,
    valueOf: ({ startingPrice }) => startingPrice,
    changeTo: (value) => (value === null ? {} : { startingPrice: value }),
  },
  reservePrice: {
    title: t("Reserve [price]"),
    required: false,
    valueOf: ({ reservePrice }) => reservePrice,
    changeTo: (value) => ({ reservePrice: value }),
  },
  yardId: {
    title: t("Yard"),
    required: true,
    valueOf: ({ yardId }) => yardId,
    changeTo: (value) => (value === null ? {} : { yardId: value }),
  },
} as const satisfies Record<string, TermField>;

// The button that opened the form had the focus. As constants, they run once for each opening.
const select = (input: HTMLInputElement | null) => input?.select();
const focus = (field: HTMLElement | null) => field?.focus();

/** A cell that changes a price, the reserve or the yard of a unit, with undo (D12, D31). */
export function TermCell({
  unit,
  terms,
  field: name,
  shown,
}: {
  unit: Pick<InventoryCard, "name">;
  /** Undefined while they load. */
  terms: UnitTerms | undefined;
  field: keyof typeof termFields;
  /** What the cell says while nobody changes it. */
  shown: string;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const { title } = termFields[name];
  if (terms === undefined) return shown;
  if (open)
    // The form lies over the row, so that the columns keep their widths.
    return (
      <span className="relative inline-block">
        <span aria-hidden className="invisible max-sm:hidden">
          {shown}
        </span>
        <TermForm unit={unit} terms={terms} name={name} onClose={() => setOpen(false)} />
      </span>
    );
  return (
    <button
      ref={button}
      type="button"
      className="min-h-9 min-w-6 rounded-md border-b border-dotted border-soft px-1 text-left hover:bg-paper"
      aria-label={t("Change {field} of {unit}: {value}", {
        field: title,
        unit: unit.name,
        value: shown,
      })}
      onClick={() => setOpen(true)}
    >
      {shown}
    </button>
  );
}

function TermForm({
  unit,
  terms: { id, updatedAt, ...terms },
  name,
  onClose,
}: {
  unit: Pick<InventoryCard, "name">;
  terms: UnitTerms;
  name: keyof typeof termFields;
  onClose: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const { title, required, valueOf, changeTo }: TermField = termFields[name];
  const before = valueOf({ id, updatedAt, ...terms });
  const send = async (value: number | null, seenAt: string) => {
    try {
      return await call("updateInventory", {
        body: { id, updatedAt: seenAt, ...changeTo(value) },
      });
    } finally {
      await queries.invalidateQueries({ queryKey: ["staff", "units"] });
    }
  };
  const refused = (error: unknown) =>
    toastMessage(messageOf(error, t("Couldn't save the unit.")), "error");
  const save = useMutation({
    mutationFn: ({ value }: { value: number | null; before: number | null }) =>
      send(value, updatedAt),
    // By then the cell has the new value.
    onSuccess: (saved, { before: old }) => {
      onClose();
      toast({
        type: "success",
        title: t("{name} saved", { name: unit.name }),
        undo: () => unawaited(send(old, saved.updatedAt).catch(refused)),
      });
    },
    onError: refused,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = textIn(new FormData(event.currentTarget), "value").replaceAll(/[$,\s]/g, "");
    const value = text === "" ? null : Number(text);
    if (value === before) onClose();
    else save.mutate({ value, before });
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is an addition to Cancel
    <form
      className={`z-20 flex items-center gap-1 max-sm:flex-wrap rounded-md bg-sheet sm:absolute sm:top-1/2 sm:-translate-y-1/2 sm:border sm:border-line sm:p-1 ${name === "yardId" ? "left-0" : "right-0"}`}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      {name === "yardId" ? (
        <YardSelect label={title} value={before} />
      ) : (
        <input
          ref={select}
          name="value"
          aria-label={title}
          inputMode="decimal"
          className="input w-24"
          required={required}
          pattern="\$?[0-9,]*(\.[0-9]{1,2})?"
          title={t("Enter an amount in dollars")}
          defaultValue={before ?? ""}
        />
      )}
      <Button type="submit" tone="primary" busy={save.isPending}>
        {t("Save")}
      </Button>
      <Button tone="quiet" onClick={onClose}>
        {t("Cancel")}
      </Button>
    </form>
  );
}

function YardSelect({ label, value }: { label: string; value: number | null }) {
  const { data: yards } = useQuery(yardsQuery(useCall()));
  return (
    <select
      key={yards === undefined ? "loading" : "loaded"}
      ref={focus}
      name="value"
      aria-label={label}
      className="input min-w-32"
      defaultValue={value ?? ""}
    >
      {(yards ?? []).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
