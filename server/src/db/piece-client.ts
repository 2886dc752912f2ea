import { Client, types, type ClientConfig, type Connection, type FieldDef } from "pg";

/** A statement that a connection knows by its name once it was sent. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values?: (string | number | boolean | Buffer | null)[];
}

export interface StatementAnswer<Row> {
  readonly rows: Row[];
  /** What was done, as "COMMIT" or "INSERT". */
  readonly command: string;
}

/** What named statements are asked of: a connection, or a piece of several. */
export interface Asked {
  query<Row extends object>(statement: NamedStatement): Promise<StatementAnswer<Row>>;
}

/**
 * A connection that sends statements in pieces: all of a piece goes out as one message and is answered
 * as one, where a statement sent alone costs both sides a message each way. When one of them fails none
 * after it is carried out, and all of the piece fail with what that one failed with. A piece is a
 * transaction of its own unless one was begun.
 */
export class PieceClient {
  readonly #client: Client;
  readonly #silenceMs: number;
  readonly #known: KnownStatements = new Map();
  readonly #waiting: Piece[] = [];
  #busy = false;

  /** After `silenceMs` without an answer to a piece the connection is given up. */
  constructor(config: ClientConfig, { silenceMs }: { silenceMs: number }) {
    this.#client = new Client(config);
    this.#silenceMs = silenceMs;
  }

  /** Connects; `onLost` hears once of the end of the connection. */
  async connect(onLost: () => void): Promise<void> {
    let lost = false;
    const lose = () => {
      if (!lost) onLost();
      lost = true;
    };
    this.#client.on("error", lose);
    this.#client.on("end", lose);
    await this.#client.connect();
  }

  async end(): Promise<void> {
    await this.#client.end();
  }

  /** Sends what `ask` asks for before it first waits, once the pieces before it are answered. */
  inOnePiece<T>(ask: (piece: Asked) => Promise<T>): Promise<T> {
    const piece = new Piece(this.#known, this.#silenceMs, () => {
      this.#busy = false;
      this.#sendNext();
    });
    const answer = ask(piece);
    if (!piece.close()) this.#waiting.push(piece);
    this.#sendNext();
    return answer;
  }

  #sendNext(): void {
    if (this.#busy) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#busy = true;
    this.#client.query(next);
  }
}

interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/** The statements that a connection knows, by name, with the columns of their rows. */
type KnownStatements = Map<string, readonly Column[]>;

interface AskedStatement {
  readonly statement: NamedStatement;
  readonly rows: Record<string, unknown>[];
  command: string;
  settle(error: Error | null): void;
}

/** The statements of one piece, as the client of PostgreSQL knows a query. */
class Piece implements Asked {
  readonly #known: KnownStatements;
  readonly #silenceMs: number;
  readonly #onSettled: () => void;
  readonly #statements: AskedStatement[] = [];
  /** Those that the connection hears of for the first time. */
  readonly #new: string[] = [];
  #answered = 0;
  #closed = false;
  #silence: NodeJS.Timeout | undefined;

  constructor(known: KnownStatements, silenceMs: number, onSettled: () => void) {
    this.#known = known;
    this.#silenceMs = silenceMs;
    this.#onSettled = onSettled;
  }

  query<Row extends object>(statement: NamedStatement): Promise<StatementAnswer<Row>> {
    if (this.#closed) throw new Error("the piece was sent already");
    return new Promise((resolve, reject) => {
      const rows: Row[] = [];
      const asked: AskedStatement = {
        statement,
        rows: rows as Record<string, unknown>[],
        command: "",
        // As the library's own: a row is what its statement says.
        settle: (error) =>
          error === null ? resolve({ rows, command: asked.command }) : reject(error),
      };
      this.#statements.push(asked);
    });
  }

  /** Nothing more is taken; whether nothing was asked for. */
  close(): boolean {
    this.#closed = true;
    return this.#statements.length === 0;
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    try {
      for (const { statement } of this.#statements) this.#send(connection, statement);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    this.#silence = setTimeout(
      () => connection.stream.destroy(new Error("the database did not answer in time")),
      this.#silenceMs,
    );
  }

  #send(connection: Connection, { name, text, values = [] }: NamedStatement): void {
    const isNew = !this.#known.has(name);
    if (isNew) {
      this.#known.set(name, []);
      this.#new.push(name);
      // It may be there from a piece that failed.
      connection.close({ type: "S", name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
    const sent = values.map((value) =>
      value === null || Buffer.isBuffer(value) ? value : String(value),
    );
    connection.bind({ statement: name, values: sent }, true);
    if (isNew) connection.describe({ type: "P" }, true);
    connection.execute({}, true);
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    const asked = this.#statements[this.#answered];
    if (asked === undefined) return;
    this.#known.set(
      asked.statement.name,
      fields.map(({ name, dataTypeID }) => ({ name, read: types.getTypeParser(dataTypeID) })),
    );
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const asked = this.#statements[this.#answered];
    if (asked === undefined) return;
    const row: Record<string, unknown> = {};
    this.#known.get(asked.statement.name)?.forEach(({ name, read }, index) => {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : read(text);
    });
    asked.rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const asked = this.#statements[this.#answered];
    if (asked !== undefined) asked.command = text;
    this.#answered += 1;
  }

  handleReadyForQuery(): void {
    this.#settle(null);
  }

  handleError(error: Error): void {
    for (const name of this.#new) this.#known.delete(name);
    this.#settle(error);
  }

  #settle(error: Error | null): void {
    clearTimeout(this.#silence);
    for (const asked of this.#statements) asked.settle(error);
    this.#onSettled();
  }
}
