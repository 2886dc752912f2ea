/** Names of the placeholders of a text, such as `"amount"` for `"Bid {amount} or more."`. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/**
 * A value that every reader sees as it is: a number, a name, an amount. A word that we chose, such as
 * a state, is said in the reader's language instead, so literals and their unions are no values.
 */
type Shown<Value> = Value extends string
  ? Record<never, never> extends Record<Value, 1>
    ? Value
    : never
  : Value;

/**
 * The values of a text's placeholders as last argument; none for a text without placeholders. `Later`
 * are values that aren't text yet.
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

/** Puts values in the place of `{name}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

/** Removes the note for translators from a text: "Open" of "Open [state of an auction]". */
export const withoutNote = (text: string): string => text.replace(/ \[[^\]]*\]$/, "");
