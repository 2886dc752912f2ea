import type { NameInUse } from "@gavelyard/contract/inventory/spellings";
import { nameKey, tidyName } from "@gavelyard/domain/inventory/makes";
import { plural, t } from "@gavelyard/messages/text";
import { useState, type FormEvent } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { count } from "../../ui/text/format.ts";
import { mergeEffect } from "./merge-effect.ts";
import { spellingKeys } from "./spellings-api.ts";

/** Chooses the spelling that the merged names get, and says beforehand what changes. */
export function MergeForm({
  make,
  merged,
  onClose,
  onDone,
}: {
  /** Make of the models; null for makes. */
  make: string | null;
  merged: readonly NameInUse[];
  onClose: () => void;
  onDone: () => void;
}) {
  const spellings = merged
    .flatMap((one) => one.spellings)
    .toSorted((one, other) => other.units - one.units);
  const names = [...new Set([...spellings, ...merged].map(({ name }) => name))];
  const [chosen, setChosen] = useState(names[0] ?? "");
  const [typed, setTyped] = useState("");
  const name = tidyName(chosen === "" ? typed : chosen);
  const [fault, setFault] = useState<string>();
  const merge = useAction((call) => call("mergeSpellings", { body: { make, from: names, name } }), {
    done: t("Spellings merged"),
    failed: t("Couldn't merge the spellings."),
    refresh: spellingKeys,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === "") return setFault(t("Enter the spelling"));
    return merge.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <Sheet title={t("Merge spellings")} place="right" onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <fieldset>
          <legend className="mb-1 font-semibold">{t("Spelling to keep")}</legend>
          {names.map((one) => (
            <Radio key={one} checked={chosen === one} onChoose={() => setChosen(one)}>
              {t("{name}, {units}", {
                name: one,
                units: unitsOf(
                  spellings
                    .filter((spelling) => spelling.name === one)
                    .reduce((sum, { units }) => sum + units, 0),
                ),
              })}
            </Radio>
          ))}
          <Radio checked={chosen === ""} onChoose={() => setChosen("")}>
            {t("Another spelling")}
          </Radio>
        </fieldset>
        {chosen === "" ? (
          <TextField
            label={t("Spelling")}
            maxLength={60}
            value={typed}
            error={fault}
            onChange={({ target }) => {
              setTyped(target.value);
              setFault(undefined);
            }}
          />
        ) : null}
        {name === "" ? null : <Effect merged={merged} name={name} />}
        <Button type="submit" tone="primary" className="justify-self-start" busy={merge.isPending}>
          {t("Merge spellings")}
        </Button>
      </form>
    </Sheet>
  );
}

/** Adds another name of a make or model, also before a unit has it. */
export function AliasForm({
  make,
  named,
  all,
  onClose,
}: {
  make: string | null;
  named: NameInUse;
  /** All names, of which the alias may be one. */
  all: ReadonlyMap<string, NameInUse>;
  onClose: () => void;
}) {
  const [alias, setAlias] = useState("");
  const [fault, setFault] = useState<string>();
  const add = useAction(
    (call) => call("mergeSpellings", { body: { make, from: [tidyName(alias)], name: named.name } }),
    { done: t("Alias added"), failed: t("Couldn't add the alias."), refresh: spellingKeys },
  );
  const inUse = all.get(nameKey(alias));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (nameKey(alias) === "") return setFault(t("Enter letters or digits"));
    return add.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <Sheet
      title={t("Add an alias of {name}", { name: named.name })}
      place="right"
      onClose={onClose}
    >
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label={t("Alias")}
          hint={t("Case, spaces and hyphens don't count.")}
          maxLength={60}
          value={alias}
          error={fault}
          onChange={({ target }) => {
            setAlias(target.value);
            setFault(undefined);
          }}
        />
        {inUse === undefined || inUse === named ? null : (
          <Effect merged={[inUse]} name={named.name} />
        )}
        <Button type="submit" tone="primary" className="justify-self-start" busy={add.isPending}>
          {t("Add alias")}
        </Button>
      </form>
    </Sheet>
  );
}

const unitsOf = (units: number) => plural(units, "{n} unit", "{n} units");

function Effect({ merged, name }: { merged: readonly NameInUse[]; name: string }) {
  const { changed, kept } = mergeEffect(merged, name);
  return (
    <div aria-live="polite" className="grid gap-1 rounded-md bg-sunken p-3">
      <p>
        {changed === 1
          ? t("1 unit becomes {name}.", { name })
          : t("{number} units become {name}.", { number: count(changed), name })}
      </p>
      {kept === 0 ? null : (
        <p>
          {plural(
            kept,
            "{n} unit with bids or a sale keeps its name. Searches find it under the new one.",
            "{n} units with bids or a sale keep their names. Searches find them under the new one.",
          )}
        </p>
      )}
      <p className="text-soft">{t("The other names become aliases, also in imports.")}</p>
    </div>
  );
}

function Radio({
  checked,
  onChoose,
  children,
}: {
  checked: boolean;
  onChoose: () => void;
  children: string;
}) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="radio"
        name="spelling"
        className="size-5 shrink-0"
        checked={checked}
        onChange={onChoose}
      />
      <span className="wrap-anywhere">{children}</span>
    </label>
  );
}
