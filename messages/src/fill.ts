/** Names of a text's placeholders, such as `"amount"` for `"Bid {amount} or more."`. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/**
 * A value that reads the same in every language: a number, a name, an amount. Our own words, such
 * as a state, need a translation, so literals and their unions are rejected.
 */
type Shown<Value> = Value extends string
  ? Record<never, never> extends Record<Value, 1>
    ? Value
    : never
  : Value;

/**
 * Values of a text's placeholders as the last argument; no argument for a text without
 * placeholders. `Later` are values that aren't text yet.
 */
export type ValuesOf<Text extends string, Values, Later = never> = [Placeholders<Text>] extends [
  never,
]
  ? []
  : [
      values: Values &
        Readonly<Record<Placeholders<Text>, string | number | Later>> & {
          readonly [Name in keyof Values]: Shown<Values[Name]>;
        },
    ];

/** Replaces each `{name}` with its value. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

/** Removes a text's note for translators: "Open [state of an auction]" becomes "Open". */
export const withoutNote = (text: string): string => text.replace(/ \[[^\]]*\]$/, "");
