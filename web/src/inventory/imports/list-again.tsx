import type { ImportRow, TakenParts, UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { unitLabel } from "@gavelyard/contract/inventory/unit-table";
import { plural, t } from "@gavelyard/messages/text";
import { Card } from "../../ui/card.tsx";
import { CheckField } from "../../ui/form/field.tsx";
import { Link } from "../../ui/page/router.tsx";
import { count, words } from "../../ui/text/format.ts";
import { useAddress } from "../../ui/page/use-address.ts";

/** What staff take of a list; a change replaces it. */
export interface Taking {
  readonly take: TakenParts;
  onTake(take: TakenParts): void;
}

export const takeAll: TakenParts = { add: true, update: true, keepFields: [], skipRows: [] };

/** Whether a list describes units that we have, or lacks some of its source's last list (D84). */
export const isAgain = ({ matches, gone }: UnitImport): boolean =>
  matches.same + matches.changed + gone > 0;

/** Returns how many units an import adds and changes. */
export function takenCounts(
  { matches }: UnitImport,
  { add, update, skipRows }: TakenParts,
): { readonly added: number; readonly updated: number } {
  return {
    added: add ? matches.added : 0,
    updated: update ? matches.changed - skipRows.length : 0,
  };
}

const without = <T,>(all: readonly T[], one: T): T[] => all.filter((other) => other !== one);

/** Compares a list with the inventory, and asks what to take of it. */
export function ListAgain({ one, take, onTake }: Taking & { one: UnitImport }) {
  const address = useAddress();
  const { added, same, changed, fields } = one.matches;
  const toRows = (only: string) => address.to({ only, rowpage: null });
  const kept = fields.reduce((sum, field) => sum + field.kept, 0);
  return (
    <Card title={t("Compared with your inventory")} className="mb-5">
      <ul className="mb-3 flex flex-wrap gap-x-6 gap-y-1">
        {(
          [
            ["new", added, t("New")],
            ["changed", changed, t("Changed")],
            ["same", same, t("The same")],
          ] as const
        ).map(([only, units, name]) => (
          <li key={only}>
            <Link to={toRows(only)} className="inline-flex min-h-9 items-center gap-2 underline">
              <strong className="figures">{count(units)}</strong> {name}
            </Link>
          </li>
        ))}
        {one.gone === 0 ? null : (
          <li className="inline-flex min-h-9 items-center gap-2">
            <strong className="figures">{count(one.gone)}</strong> {t("Gone")}
          </li>
        )}
      </ul>
      {added === 0 ? null : (
        <CheckField
          label={plural(added, "Add {n} new unit as a draft", "Add {n} new units as drafts")}
          checked={take.add}
          onChange={({ target }) => onTake({ ...take, add: target.checked })}
        />
      )}
      {changed === 0 ? null : (
        <CheckField
          label={plural(changed, "Update {n} changed unit", "Update {n} changed units")}
          checked={take.update}
          onChange={({ target }) => onTake({ ...take, update: target.checked })}
        />
      )}
      {changed === 0 || !take.update ? null : (
        <fieldset className="mt-2 pl-7">
          <legend className="text-soft">{t("Fields to update")}</legend>
          <div className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
            {fields.map(({ field, units }) => (
              <CheckField
                key={field}
                label={t("{field}: {units}", {
                  field: unitLabel(field),
                  units: plural(units, "{n} unit", "{n} units"),
                })}
                checked={!take.keepFields.includes(field)}
                onChange={({ target }) =>
                  onTake({
                    ...take,
                    keepFields: target.checked
                      ? without(take.keepFields, field)
                      : [...take.keepFields, field],
                  })
                }
              />
            ))}
          </div>
          {kept === 0 ? null : (
            <p className="mt-1 text-soft">
              {plural(
                kept,
                "{n} value stays, since its unit has bids or is sold.",
                "{n} values stay, since their units have bids or are sold.",
              )}
            </p>
          )}
        </fieldset>
      )}
    </Card>
  );
}

/** What a row changes in the unit that it describes, and whether to take it. */
export function RowChanges({ row, take, onTake }: Taking & { row: ImportRow }) {
  const { unit, changes, match } = row;
  const link =
    unit === null ? null : (
      <Link
        to={`?tab=inventory&unit=${unit.id}`}
        className="inline-flex min-h-9 items-center underline"
      >
        {unit.stockNumber}, {words(unit.status)}
      </Link>
    );
  if (match === "NEW")
    return link === null ? (
      <span className="text-soft">{t("New")}</span>
    ) : (
      <>
        <span className="block text-soft">{t("New. Same VIN as")}</span> {link}
      </>
    );
  if (changes.length === 0)
    return (
      <>
        <span className="block text-soft">{t("The same")}</span> {link}
      </>
    );
  const isTaken = take.update && !take.skipRows.includes(row.row);
  return (
    <div className="grid min-w-56 gap-1 text-left">
      {link}
      <ul className="grid gap-1">
        {changes.map(({ field, before, after, kept }) => {
          const was = before === "" ? t("Empty") : before;
          return (
            <li key={field} className="wrap-anywhere">
              <span className="font-semibold">{unitLabel(field)}</span>:{" "}
              {isTaken && kept === "" && !take.keepFields.includes(field) ? (
                <>
                  <del className="text-soft">{was}</del> <ins className="no-underline">{after}</ins>
                </>
              ) : (
                <>
                  {was}
                  <span className="block text-sm text-soft">
                    {t("in the file: {cell}", { cell: after })}
                  </span>
                  {kept === "" ? null : <span className="block text-sm">{kept}</span>}
                </>
              )}
            </li>
          );
        })}
      </ul>
      {row.errors.length > 0 || !take.update ? null : (
        <CheckField
          label={t("Update row {row}", { row: row.row })}
          checked={!take.skipRows.includes(row.row)}
          onChange={({ target }) =>
            onTake({
              ...take,
              skipRows: target.checked
                ? without(take.skipRows, row.row)
                : [...take.skipRows, row.row],
            })
          }
        />
      )}
    </div>
  );
}
