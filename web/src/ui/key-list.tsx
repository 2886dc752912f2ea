import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";

/** Height of a row in px. */
const ROW = 32;
/** Rows in the page before the first visible one, and in all: enough for a tall screen. */
const BEFORE = 12;
const DRAWN = 72;

/** Keys of a list by name, such as "a" or "Enter"; j, k and arrows move in every list. */
export type ListKeys = Readonly<Record<string, () => void>>;

/** Returns the row after or before the chosen one; the first or last one at the end. */
export const neighborOf = <Row,>(
  rows: readonly Row[],
  chosen: Row,
  step: 1 | -1,
): Row | undefined => rows[Math.min(Math.max(rows.indexOf(chosen) + step, 0), rows.length - 1)];

/**
 * A list worked by single keys, one row chosen. Only the visible rows are in the page, so that a
 * thousand cost no more than a screenful.
 */
export function KeyList<Row>({
  label,
  rows,
  chosen,
  keyOf,
  onChoose,
  keys,
  rowClass,
  height,
  children,
}: {
  label: string;
  rows: readonly Row[];
  chosen: Row;
  keyOf: (row: Row) => number;
  onChoose: (row: Row) => void;
  keys: ListKeys;
  /** Columns of a row's grid, and its colors. */
  rowClass: (row: Row) => string;
  /** Class of the list's height. */
  height: string;
  children: (row: Row) => ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const at = rows.indexOf(chosen);
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const box = list.current;
    if (box === null || at === -1) return;
    if (at * ROW < box.scrollTop) box.scrollTop = at * ROW;
    const below = (at + 1) * ROW - box.clientHeight;
    if (below > box.scrollTop) box.scrollTop = below;
  }, [at]);
  const move = (step: 1 | -1) => {
    const next = neighborOf(rows, chosen, step);
    if (next !== undefined) onChoose(next);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = { ArrowDown: "j", ArrowUp: "k" }[event.key] ?? event.key;
    const act = key === "j" ? () => move(1) : key === "k" ? () => move(-1) : keys[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const first = Math.max(0, Math.floor(top / ROW) - BEFORE);
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`${id}-${keyOf(chosen)}`}
      style={{ maxHeight: rows.length * ROW + 2 }}
      className={`relative overflow-auto rounded-lg border border-line bg-sheet text-sm ${height}`}
      onKeyDown={press}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ height: rows.length * ROW }}>
        {rows.map((row, index) =>
          (index < first || index >= first + DRAWN) && row !== chosen ? null : (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the keys
            <div
              key={keyOf(row)}
              id={`${id}-${keyOf(row)}`}
              role="option"
              tabIndex={-1}
              aria-selected={row === chosen}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ top: index * ROW, height: ROW }}
              className={`absolute inset-x-0 grid cursor-pointer items-center gap-x-2 overflow-hidden whitespace-nowrap border-b border-line px-3 aria-selected:shadow-[inset_4px_0_var(--ink)] aria-selected:font-semibold ${rowClass(row)}`}
              onClick={() => {
                onChoose(row);
                list.current?.focus({ preventScroll: true });
              }}
            >
              {children(row)}
            </div>
          ),
        )}
      </div>
    </div>
  );
}
