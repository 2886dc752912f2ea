import type { NameInUse } from "@gavelyard/contract/inventory/spellings";
import { nameKey } from "@gavelyard/domain/inventory/makes";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type Key } from "react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { ActionButton } from "../../api/action-button.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { CheckField } from "../../ui/form/field.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { DataTable, type Column } from "../../ui/list/data-table.tsx";
import { Link } from "../../ui/page/router.tsx";
import { useAddress } from "../../ui/page/use-address.ts";
import { count } from "../../ui/text/format.ts";
import { AliasForm, MergeForm } from "./merge-form.tsx";
import { RecentMerges } from "./recent-merges.tsx";
import { spellingKeys, spellingsQuery } from "./spellings-api.ts";

/** The makes in use, or a make's models, with how units spell them (D81). */
export default function SpellingsTable() {
  const address = useAddress();
  const make = address.get("make") || null;
  const query = useQuery(spellingsQuery(useCall(), make));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <LinkButton
          to={make === null ? address.to({ spellings: null }) : address.to({ make: null, q: null })}
        >
          <ArrowLeft aria-hidden className="size-4" />{" "}
          {make === null ? t("All units") : t("All makes")}
        </LinkButton>
        <h2>
          {make === null ? t("Spellings of makes") : t("Spellings of {make} models", { make })}
        </h2>
      </div>
      <p className="mb-4 text-sm text-soft">
        {t(
          "Searches, filters, alerts and the price guide ignore case, spaces and hyphens. Merge what has other letters, such as “Chevy”.",
        )}{" "}
        {make === null ? t("Open a make to see its models.") : null}
      </p>
      <RecentMerges />
      <Read query={query} failure={t("Couldn't load the spellings.")} className="h-96">
        {(names) => <Names key={make} make={make} names={names} />}
      </Read>
    </>
  );
}

function Names({ make, names }: { make: string | null; names: readonly NameInUse[] }) {
  const address = useAddress();
  const [several, setSeveral] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set());
  const [open, setOpen] = useState<NameInUse | "merge" | null>(null);
  const byKey = new Map(names.map((one) => [nameKey(one.name), one]));
  const merged = names.filter(({ name }) => chosen.has(name));
  const typed = nameKey(address.get("q"));
  const shown = names.filter(
    ({ name, spellings, aliases }) =>
      (!several || spellings.length > 1) &&
      [name, ...aliases.map(({ alias }) => alias)].some((one) => nameKey(one).includes(typed)),
  );
  const columns: readonly Column<NameInUse>[] = [
    {
      name: make === null ? t("Make") : t("Model"),
      wide: true,
      render: ({ name }) =>
        make === null ? (
          <Link
            to={address.to({ make: name, q: null })}
            className="inline-flex min-h-9 items-center font-semibold text-ink"
          >
            {name}
          </Link>
        ) : (
          <span className="font-semibold">{name}</span>
        ),
    },
    { name: t("Units"), right: true, render: ({ units }) => count(units) },
    {
      name: t("Spellings in use"),
      render: ({ name, spellings }) =>
        spellings.length === 1 && spellings[0]?.name === name
          ? ""
          : spellings
              .map((one) => t("{name} ({units})", { name: one.name, units: count(one.units) }))
              .join(", "),
    },
    {
      name: t("Aliases"),
      wide: true,
      render: (named) => <Aliases named={named} onAdd={() => setOpen(named)} />,
    },
  ];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-60 grow md:max-w-md">
          <SearchField
            label={make === null ? t("Make or alias") : t("Model or alias")}
            value={address.get("q")}
            onSearch={(q) => address.set({ q })}
          />
        </div>
        <CheckField
          label={t("With several spellings")}
          checked={several}
          onChange={({ target }) => setSeveral(target.checked)}
        />
        <p aria-live="polite" className="mr-auto text-soft">
          {chosen.size === 0
            ? plural(shown.length, "{n} name", "{n} names")
            : t("{names}, {selected} selected", {
                names: plural(shown.length, "{n} name", "{n} names"),
                selected: count(chosen.size),
              })}
        </p>
        <Button tone="primary" disabled={merged.length === 0} onClick={() => setOpen("merge")}>
          {t("Merge spellings")}
        </Button>
      </div>
      <DataTable
        label={t("Spellings")}
        columns={columns}
        rows={shown}
        keyOf={({ name }) => name}
        nameOf={({ name }) => name}
        empty={t("No names match. Clear the search or the filter.")}
        choice={{ chosen, onChoose: setChosen }}
      />
      {open === "merge" && merged.length > 0 ? (
        <MergeForm
          make={make}
          merged={merged}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            setChosen(new Set());
          }}
        />
      ) : null}
      {open === null || open === "merge" ? null : (
        <AliasForm make={make} named={open} all={byKey} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function Aliases({ named, onAdd }: { named: NameInUse; onAdd: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {named.aliases.map(({ id, alias }) =>
        id === null ? (
          <span key={alias} className="text-soft">
            {alias}
          </span>
        ) : (
          <ActionButton
            key={alias}
            label={t("{alias} ×", { alias })}
            title={t("Remove the alias {alias}?", { alias })}
            confirmLabel={t("Remove alias")}
            act={(call) => call("removeAlias", { params: { id: String(id) } })}
            done={t("Alias removed")}
            failed={t("Couldn't remove the alias.")}
            refresh={spellingKeys}
          >
            {t("Units stay {name}. New units keep the name that they are entered with.", {
              name: named.name,
            })}
          </ActionButton>
        ),
      )}
      <Button tone="quiet" onClick={onAdd}>
        {t("Add alias")}
        <span className="sr-only"> {named.name}</span>
      </Button>
    </span>
  );
}
