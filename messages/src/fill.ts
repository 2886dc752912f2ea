/** Names of the placeholders of a text, such as `"amount"` for `"Bid {amount} or more."`. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/**
 * The values of a text's placeholders as last argument; none for a text without placeholders. `Later`
 * are values that aren't text yet.
 */
export type ValuesOf<Text extends string, Later = never> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Text>, string | number | Later>>];

/** Puts values in the place of `{name}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

/** Removes the note for translators from a text: "Open" of "Open [state of an auction]". */
export const withoutNote = (text: string): string => text.replace(/ \[[^\]]*\]$/, "");
