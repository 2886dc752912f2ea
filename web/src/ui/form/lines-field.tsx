import { t } from "@gavelyard/messages/text";
import { Plus, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { Rich } from "../text/rich.tsx";

export interface LineColumn<Line> {
  readonly field: keyof Line & string;
  readonly title: string;
  readonly options?: readonly (readonly [value: string, title: string])[];
  readonly type?: "text" | "time";
}

const box =
  "w-full min-h-11 rounded-md border border-line bg-sheet px-3 py-2 text-ink aria-invalid:border-outbid";

/** An editable table whose lines can be added, changed and removed with the keyboard. */
export function LinesField<Line extends Readonly<Record<string, string>>>({
  label,
  path,
  columns,
  lines,
  blank,
  least,
  most,
  faults,
  onChange,
}: {
  label: string;
  /** Path of its errors: `premium` for `premium.1.from`. */
  path: string;
  columns: readonly LineColumn<Line>[];
  lines: readonly Line[];
  blank: Line;
  least: number;
  most: number;
  faults: Readonly<Record<string, string>>;
  onChange: (lines: Line[]) => void;
}) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  useEffect(() => {
    if (focused === null) return;
    list.current?.children[focused]?.querySelector<HTMLElement>("input, select")?.focus();
    setFocused(null);
  }, [focused]);
  const setLine = (index: number, field: string, value: string) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, [field]: value } : line)));
  // Lines have no ID; each is identified by its index.
  const numbered = lines.map((line, index) => ({ line, index }));
  // Two columns have one header; with more columns, lines wrap and each has its own labels.
  const titled = (index: number) => index === 0 || columns.length > 2;
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 font-semibold">
        {label}
      </p>
      <ol ref={list} className="grid gap-2">
        {numbered.map(({ line, index }) => (
          <li key={index} className="flex items-start gap-2">
            <div className="grid min-w-0 grow grid-cols-2 gap-2">
              {columns.map((column) => (
                <Cell
                  key={column.field}
                  column={column}
                  index={index}
                  titled={titled(index)}
                  value={line[column.field] ?? ""}
                  fault={faults[`${path}.${index}.${column.field}`]}
                  onChange={(value) => setLine(index, column.field, value)}
                />
              ))}
            </div>
            <Button
              tone="quiet"
              className={`shrink-0 px-3 ${titled(index) ? "mt-6" : ""}`}
              aria-label={t("Remove line {number}", { number: index + 1 })}
              disabled={lines.length <= least}
              onClick={() => {
                onChange(lines.filter((_line, at) => at !== index));
                setFocused(Math.max(0, index - 1));
              }}
            >
              <X aria-hidden className="size-5" />
            </Button>
          </li>
        ))}
      </ol>
      {faults[path] === undefined ? null : (
        <p role="alert" className="mt-1 text-sm text-outbid">
          {faults[path]}
        </p>
      )}
      <Button
        className="mt-2"
        disabled={lines.length >= most}
        onClick={() => {
          onChange([...lines, blank]);
          setFocused(lines.length);
        }}
      >
        <Plus aria-hidden className="size-4" /> {t("Add line")}
      </Button>
    </div>
  );
}

function Cell<Line>({
  column: { title, options, type = "text" },
  index,
  titled,
  value,
  fault,
  onChange,
}: {
  column: LineColumn<Line>;
  index: number;
  /** Whether the title is visible; screen readers always get it. */
  titled: boolean;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const control = {
    id,
    className: box,
    value,
    "aria-invalid": fault !== undefined,
    "aria-describedby": fault === undefined ? undefined : `${id}-fault`,
  };
  return (
    <div>
      <label htmlFor={id} className={titled ? "block h-6 text-sm text-soft" : "sr-only"}>
        <Rich
          text={t("{title}<place>, line {number}</place>", { title, number: index + 1 })}
          place={(words) => <span className="sr-only">{words}</span>}
        />
      </label>
      {options === undefined ? (
        <input
          {...control}
          type={type}
          inputMode={type === "text" ? "decimal" : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <select {...control} onChange={(event) => onChange(event.target.value)}>
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
      {fault === undefined ? null : (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-sm text-outbid">
          {fault}
        </p>
      )}
    </div>
  );
}
