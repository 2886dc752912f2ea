import { groupThousands } from "@gavelyard/messages/text";
import { useLayoutEffect, useRef, type ComponentProps } from "react";
import { TextField } from "./field.tsx";
import { digits } from "../text/format.ts";

/** Returns the position in a grouped number with `after` digits behind it. */
export function caretIn(grouped: string, after: number): number {
  let at = grouped.length;
  for (let left = after; at > 0 && left > 0; at -= 1)
    if (/\d/.test(grouped[at - 1] ?? "")) left -= 1;
  // Behind a comma, the next Backspace would only remove the comma.
  return grouped[at - 1] === "," ? at - 1 : at;
}

/** A field for whole dollars, grouped while somebody types: "12,500". `value` has only digits. */
export function DollarsField({
  value,
  onDigits,
  ...rest
}: Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "inputMode"> & {
  value: string;
  onDigits: (value: string) => void;
}) {
  const caret = useRef<{ input: HTMLInputElement; after: number } | null>(null);
  const grouped = groupThousands(value);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    const { input, after } = caret.current;
    caret.current = null;
    const at = caretIn(grouped, after);
    input.setSelectionRange(at, at);
  });
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      value={grouped}
      onChange={({ target }) => {
        const after = target.value.slice(target.selectionStart ?? target.value.length);
        caret.current = { input: target, after: digits(after, 9).length };
        onDigits(digits(target.value, 9));
      }}
    />
  );
}
