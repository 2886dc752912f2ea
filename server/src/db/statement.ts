declare const row: unique symbol;

/** A prepared statement with its values; `Row` is the type of its rows. */
export interface Statement<Row extends object = object> {
  readonly name: string;
  readonly text: string;
  readonly values: (string | number | boolean | Buffer | null)[];
  readonly [row]?: Row;
}

export interface StatementRunner {
  query<Row extends object>(statement: Statement): Promise<{ rows: Row[] }>;
}

const texts = new Map<string, string>();

/**
 * Builds a statement, which each connection prepares once under its name.
 * @throws Error when the name is in use for another text
 */
export function prepared<Row extends object>(
  name: string,
  text: string,
  values: Statement["values"] = [],
): Statement<Row> {
  if ((texts.get(name) ?? text) !== text) throw new Error(`two statements are named ${name}`);
  texts.set(name, text);
  return { name, text, values };
}

export async function run<Row extends object>(
  db: StatementRunner,
  statement: Statement<Row>,
): Promise<Row[]> {
  return (await db.query<Row>(statement)).rows;
}
