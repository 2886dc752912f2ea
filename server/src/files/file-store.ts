/** Storage for pictures and documents. Names contain slashes; files are written whole. */
export interface FileStore {
  /** Returns a file's bytes; null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /**
   * Returns up to `length` bytes of a file from `at` on; fewer at its end, null when there is no
   * such file or byte.
   */
  readPart(name: string, at: number, length: number): Promise<Buffer | null>;
  /** Writes a file atomically. It is durable when this returns. */
  write(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Writes a copy of a file at a path of this machine, like `write`. */
  writeFrom(name: string, path: string, contentType: string): Promise<void>;
  /** Lists the names that start with a prefix, which ends with a slash, in order. */
  list(prefix: string): Promise<string[]>;
  remove(name: string): Promise<void>;
}
