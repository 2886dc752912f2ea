/** Where pictures and documents are kept: names with slashes, whole files only. */
export interface FileStore {
  /** The bytes under a name, or null when there are none. */
  read(name: string): Promise<Buffer | null>;
  /** Puts bytes under a name; nobody ever reads a part of them. */
  write(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Removes what is under a name, if anything. */
  remove(name: string): Promise<void>;
}
