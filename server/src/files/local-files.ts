import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FileStore } from "./file-store.ts";
import { NoRoom, RESERVE_BYTES, roomLeft } from "./room-left.ts";

/**
 * Keeps files in a folder. They appear under their names only when they are whole, so that several
 * processes may share it.
 */
export class LocalFiles implements FileStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async read(name: string): Promise<Buffer | null> {
    try {
      return await readFile(path.join(this.#directory, name));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw error;
    }
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    const place = path.join(this.#directory, name);
    const unfinished = `${place}.${randomUUID()}`;
    await mkdir(path.dirname(place), { recursive: true });
    if ((await roomLeft(path.dirname(place))) < RESERVE_BYTES) throw new NoRoom("the disk is full");
    try {
      await writeFile(unfinished, bytes);
      await rename(unfinished, place);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(path.join(this.#directory, name), { force: true });
  }
}
