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

/** What pieces are asked of: a connection, or one transaction on it. */
export interface Pieces {
  /** Sends what `ask` asks for before it first waits, and waits for the answers. */
  inOnePiece<T>(ask: (piece: Asked) => Promise<T>): Promise<T>;
}

/**
 * A connection that sends statements in pieces: all of a piece goes out as one message and is answered
 * as one, where a statement sent alone costs both sides a message each way. When one of them fails none
 * after it is carried out, and all of the piece fail with what that one failed with. A piece is a
 * transaction of its own unless one was begun. Pieces do not wait for the answers to those before them:
 * the database has the next one at hand, and carries them out in the order in which they were asked.
 */
export class PieceClient implements Pieces {
  readonly #client: Client;
  readonly #line: Line;
  /** Pieces whose answers come after those of the one that is answered now. */
  readonly #following: Piece[] = [];
  #answering = false;
  /** Pieces that wait for the end of a transaction. */
  readonly #kept: Piece[] = [];
  #inTransaction = false;
  #lastTransaction: Promise<void> = Promise.resolve();

  /** After `silenceMs` without an answer to a piece the connection is given up. */
  constructor(config: ClientConfig, { silenceMs }: { silenceMs: number }) {
    this.#client = new Client(config);
    this.#line = { silenceMs, prepared: new Set(), columns: new Map(), connection: null };
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

  inOnePiece<T>(ask: (piece: Asked) => Promise<T>): Promise<T> {
    return this.#ask(ask, (piece) => {
      if (this.#inTransaction) this.#kept.push(piece);
      else this.#send(piece);
    });
  }

  /** Gives `work` the connection to itself for a transaction of several pieces, which it ends. */
  async alone<T>(work: (pieces: Pieces) => Promise<T>): Promise<T> {
    const before = this.#lastTransaction;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTransaction = promise;
    await before;
    this.#inTransaction = true;
    try {
      return await work({ inOnePiece: (ask) => this.#ask(ask, (piece) => this.#send(piece)) });
    } finally {
      this.#inTransaction = false;
      for (const piece of this.#kept.splice(0)) this.#send(piece);
      resolve();
    }
  }

  #ask<T>(ask: (piece: Asked) => Promise<T>, send: (piece: Piece) => void): Promise<T> {
    const piece = new Piece(this.#line, () => {
      this.#answering = false;
      this.#answerNext();
    });
    const answer = ask(piece);
    if (!piece.close()) send(piece);
    return answer;
  }

  #send(piece: Piece): void {
    this.#following.push(piece);
    if (this.#line.connection !== null) piece.send(this.#line.connection);
    this.#answerNext();
  }

  /** The library knows of one at a time: that which the database answers. */
  #answerNext(): void {
    if (this.#answering) return;
    const next = this.#following.shift();
    if (next === undefined) return;
    this.#answering = true;
    this.#client.query(next);
  }
}

interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/** What the pieces of a connection share. */
interface Line {
  readonly silenceMs: number;
  /** Names of the statements that the database was heard to have prepared. */
  readonly prepared: Set<string>;
  /** The columns of the rows of statements, by name. */
  readonly columns: Map<string, readonly Column[]>;
  /** Known from the first piece on. */
  connection: Connection | null;
}

interface AskedStatement {
  readonly statement: NamedStatement;
  readonly rows: Record<string, unknown>[];
  command: string;
  settle(error: Error | null): void;
}

/** The statements of one piece, as the client of PostgreSQL knows a query. */
class Piece implements Asked {
  readonly #line: Line;
  readonly #onSettled: () => void;
  readonly #statements: AskedStatement[] = [];
  /** Those that this piece has prepared. */
  readonly #new = new Set<string>();
  #answered = 0;
  #closed = false;
  #sent = false;
  #silence: NodeJS.Timeout | undefined;

  constructor(line: Line, onSettled: () => void) {
    this.#line = line;
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

  /** Called when its answer is the next: sends it if that was not done yet. */
  submit(connection: Connection): void {
    this.#line.connection = connection;
    this.send(connection);
    this.#silence = setTimeout(
      () => connection.stream.destroy(new Error("the database did not answer in time")),
      this.#line.silenceMs,
    );
  }

  send(connection: Connection): void {
    if (this.#sent) return;
    this.#sent = true;
    connection.stream.cork();
    try {
      for (const { statement } of this.#statements) this.#sendOne(connection, statement);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  #sendOne(connection: Connection, { name, text, values = [] }: NamedStatement): void {
    const isNew = !this.#line.prepared.has(name) && !this.#new.has(name);
    if (isNew) {
      this.#new.add(name);
      // It may be there from a piece that failed, or that is under way.
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
    this.#line.columns.set(
      asked.statement.name,
      fields.map(({ name, dataTypeID }) => ({ name, read: types.getTypeParser(dataTypeID) })),
    );
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const asked = this.#statements[this.#answered];
    if (asked === undefined) return;
    const row: Record<string, unknown> = {};
    this.#line.columns.get(asked.statement.name)?.forEach(({ name, read }, index) => {
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
    for (const name of this.#new) this.#line.prepared.add(name);
    this.#settle(null);
  }

  handleError(error: Error): void {
    this.#settle(error);
  }

  #settle(error: Error | null): void {
    clearTimeout(this.#silence);
    for (const asked of this.#statements) asked.settle(error);
    this.#onSettled();
  }
}
