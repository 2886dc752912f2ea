/** Names of the placeholders of a text, such as `"amount"` for `"Bid {amount} or more."`. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** What stands for the placeholders of a text. */
type Values<Text extends string> = Readonly<Record<Placeholders<Text>, string | number>>;

/** The values of a text as last argument; none for a text without placeholders. */
export type ValuesOf<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Values<Text>];

/** Puts values in the place of `{name}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

/** Removes the note for translators from a text: "Open" of "Open [state of an auction]". */
export const withoutNote = (text: string): string => text.replace(/ \[[^\]]*\]$/, "");
