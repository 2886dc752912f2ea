import { t } from "@gavelyard/messages/text";
import type { Key, KeyboardEvent, ReactNode } from "react";
import { type Address, useAddress } from "../page/use-address.ts";
import { EmptyState } from "../states.tsx";

export interface Column<Row> {
  /** Its name in addresses, if readers can hide it; the table's others stay. */
  readonly id?: string;
  readonly name: string;
  readonly render: (row: Row) => ReactNode;
  /** Right-aligned, for numbers and money. */
  readonly right?: boolean;
  /** On phones, cells are in two columns; this one takes a whole row. */
  readonly wide?: boolean;
}

export interface Choice {
  readonly chosen: ReadonlySet<Key>;
  readonly onChoose: (keys: ReadonlySet<Key>) => void;
}

/** Returns the columns that the address hides. */
export const hiddenColumns = (address: Address): ReadonlySet<string> =>
  new Set(address.get("hide").split(".").filter(Boolean));

/** A staff table, which on phones is a list with a card for each row. */
export function DataTable<Row>({
  label,
  columns: all,
  rows,
  keyOf,
  nameOf,
  empty,
  choice,
  ownScroll = true,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** Returns a row's name for screen readers. */
  nameOf: (row: Row) => string;
  empty: string;
  choice?: Choice | undefined;
  /** Whether rows scroll under the head. Their links and buttons are how the keyboard scrolls them. */
  ownScroll?: boolean;
}) {
  const hidden = hiddenColumns(useAddress());
  if (rows.length === 0) return <EmptyState title={empty} />;
  const columns = all.filter(({ id }) => id === undefined || !hidden.has(id));
  const isAllChosen = choice !== undefined && rows.every((row) => choice.chosen.has(keyOf(row)));
  const toggle = (keys: readonly Key[], on: boolean) => {
    const next = new Set(choice?.chosen);
    for (const key of keys) {
      if (on) next.add(key);
      else next.delete(key);
    }
    choice?.onChoose(next);
  };
  return (
    // Rows scroll under the head, which a table wider than the window needs a box of its own for.
    <div
      className={`relative overflow-x-auto rounded-lg border border-line bg-sheet ${ownScroll ? "lg:max-h-[calc(100dvh-10rem)]" : ""}`}
    >
      {/* Explicit roles, since the phone layout removes the table semantics. */}
      <table role="table" aria-label={label} className="w-full text-sm max-sm:block">
        <thead role="rowgroup" className="max-sm:sr-only lg:sticky lg:top-0 lg:z-10 lg:bg-sheet">
          <tr role="row" className="border-b border-line text-left text-soft">
            {choice === undefined ? null : (
              <th role="columnheader" className="w-11">
                <RowCheckbox
                  label={t("Select all")}
                  checked={isAllChosen}
                  onChange={(on) => toggle(rows.map(keyOf), on)}
                />
              </th>
            )}
            {columns.map(({ name, right = false }) => (
              <th
                key={name}
                role="columnheader"
                scope="col"
                className={`px-3 py-2 font-semibold ${right ? "text-right" : ""}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys are an addition to Tab */}
        <tbody role="rowgroup" className="max-sm:block" onKeyDown={goToRow}>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className="border-b border-line last:border-0 scroll-mt-12 hover:bg-sunken max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:p-2"
            >
              {choice === undefined ? null : (
                <td role="cell" className="w-11 max-sm:col-span-2">
                  <RowCheckbox
                    label={t("Select {name}", { name: nameOf(row) })}
                    checked={choice.chosen.has(keyOf(row))}
                    onChange={(on) => toggle([keyOf(row)], on)}
                  />
                </td>
              )}
              {columns.map(({ name, render, right = false, wide = false }) => {
                const value = render(row);
                return (
                  <td
                    key={name}
                    role="cell"
                    className={`px-3 py-1.5 align-middle max-sm:min-w-0 max-sm:px-1 max-sm:py-1 ${
                      right ? "figures text-right max-sm:text-left" : ""
                    } ${value === null || value === "" ? "max-sm:hidden" : ""} ${
                      wide ? "max-sm:col-span-2" : ""
                    }`}
                  >
                    <span aria-hidden className="block font-sans text-xs text-soft sm:hidden">
                      {name}
                    </span>
                    {value}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const controls = "a, button, input[type=checkbox]";

/** Moves the focus with the arrow keys: along a row, or to the same control of the next row. */
function goToRow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const { target } = event;
  // Fields and choices use these keys themselves.
  if (step === undefined || event.defaultPrevented) return;
  if (!(target instanceof HTMLElement) || !target.matches(controls)) return;
  const row = target.closest("tr");
  const controlsOf = (of: Element | null | undefined) => [
    ...(of?.querySelectorAll<HTMLElement>(controls) ?? []),
  ];
  const at = controlsOf(row).indexOf(target);
  const isAlong = event.key === "ArrowLeft" || event.key === "ArrowRight";
  const next = step < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  const others = controlsOf(isAlong ? row : next);
  const to = others[isAlong ? at + step : Math.min(at, others.length - 1)];
  if (to === undefined) return;
  event.preventDefault();
  to.focus();
  // The head covers the rows that scroll under it.
  if (!isAlong) to.closest("tr")?.scrollIntoView({ block: "nearest" });
}

function RowCheckbox({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className="grid size-11 place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-5"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
