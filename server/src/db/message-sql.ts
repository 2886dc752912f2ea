const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Builds SQL that returns a message, to be shown in the reader's language.
 * @param text English text, marked by `mark`
 * @param values SQL of its placeholders' values; one can return a message itself
 */
export const messageSql = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  `jsonb_build_object('text', ${literal(text)}, 'values', jsonb_build_object(${Object.entries(
    values,
  )
    .map(([name, sql]) => `${literal(name)}, ${sql}`)
    .join(", ")}))`;

/** Builds SQL that returns a text unchanged, as a message. */
export const plainTextSql = (sql: string): string => messageSql("{text}", { text: sql });
