import { PassThrough, type Writable } from "node:stream";
import type { Connection, Submittable } from "pg";
import { DatabaseClient } from "../db/client.ts";
import { parsePosition } from "./log-archive.ts";

const command =
  "BASE_BACKUP (LABEL 'gavelyard', CHECKPOINT 'fast', WAL true, MANIFEST 'no', COMPRESSION 'gzip', COMPRESSION_DETAIL '1')";

/**
 * Copies a running server's data directory as a `tar.gz` over the replication protocol, with the
 * log that makes the copy consistent. The server verifies page checksums. Calls `write` with
 * consecutive parts of `partBytes`; the last one may be shorter. Returns the position in the log up
 * to which the copy must be replayed to be consistent, in bytes.
 * @throws DatabaseError for a corrupt page, or a role without replication rights
 */
export async function copyDatabase(
  url: string,
  partBytes: number,
  write: (part: Buffer) => Promise<void>,
): Promise<number> {
  const from = new URL(url);
  from.searchParams.set("replication", "database");
  const client = new DatabaseClient({
    connectionString: from.href,
    application_name: "gavelyard-backup",
  });
  await client.connect();
  const archive = new PassThrough();
  const written = inParts(archive, partBytes, write);
  try {
    const copy = new BaseBackup(archive);
    client.query(copy);
    await Promise.race([copy.done, written]);
    archive.end();
    await written;
    await client.end();
    return copy.end;
  } catch (error) {
    archive.destroy();
    // The server would send the rest before it ends the connection.
    client.connection.stream.destroy();
    await written.catch(() => {});
    throw error;
  }
}

/** Regroups a stream into parts of one size; the last one may be shorter. */
async function inParts(
  archive: AsyncIterable<Buffer>,
  size: number,
  write: (part: Buffer) => Promise<void>,
): Promise<void> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of archive) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < size) continue;
    const all = Buffer.concat(held);
    await write(all.subarray(0, size));
    held = [all.subarray(size)];
    bytes -= size;
  }
  if (bytes > 0) await write(Buffer.concat(held));
}

/** First byte of a data message (PostgreSQL 15 and newer). */
const DATA = "d".charCodeAt(0);

/** Sends BASE_BACKUP and streams its only archive to `to`, with backpressure. */
class BaseBackup implements Submittable {
  readonly done: Promise<void>;
  /** Position in the log in the last result. */
  end = 0;
  readonly #to: Writable;
  #end: { resolve: () => void; reject: (error: Error) => void };

  constructor(to: Writable) {
    this.#to = to;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.#end = { resolve, reject };
  }

  submit(connection: Connection): void {
    connection.query(command);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    if (chunk[0] !== DATA) return;
    // Copy the bytes, because the connection reuses its buffer.
    const bytes = Buffer.from(chunk.subarray(1));
    if (this.#to.write(bytes)) return;
    stream.pause();
    this.#to.once("drain", () => stream.resume());
  }

  handleError(error: Error): void {
    this.#end.reject(error);
  }

  handleReadyForQuery(): void {
    this.#end.resolve();
  }

  handleRowDescription(): void {}
  handleDataRow({ fields }: { fields: readonly unknown[] }): void {
    const [position] = fields;
    if (typeof position === "string" && position.includes("/")) this.end = parsePosition(position);
  }
  handleCommandComplete(): void {}
}
