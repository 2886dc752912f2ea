import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FileStore } from "./file-store.ts";
import { DiskFullError, RESERVE_BYTES, roomLeft } from "./room-left.ts";

const UNFINISHED = ".part";

/**
 * Stores files in a folder. A file appears under its name only when complete, so several processes
 * can share the folder.
 */
export class LocalFiles implements FileStore {
  readonly #directory: string;

  readonly #reserveBytes: number;

  /** @param reserveBytes bytes to leave free on the disk */
  constructor(directory: string, reserveBytes = RESERVE_BYTES) {
    this.#directory = directory;
    this.#reserveBytes = reserveBytes;
  }

  async read(name: string): Promise<Buffer | null> {
    try {
      return await readFile(path.join(this.#directory, name));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    const place = path.join(this.#directory, name);
    const unfinished = `${place}.${randomUUID()}${UNFINISHED}`;
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    if ((await roomLeft(path.dirname(place))) < this.#reserveBytes)
      throw new DiskFullError("the disk is full");
    try {
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
      await rename(unfinished, place);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async list(prefix: string): Promise<string[]> {
    try {
      const found = await readdir(path.join(this.#directory, prefix), {
        recursive: true,
        withFileTypes: true,
      });
      return found
        .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED))
        .map((entry) => path.relative(this.#directory, path.join(entry.parentPath, entry.name)))
        .map((name) => name.replaceAll(path.sep, "/"))
        .toSorted();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(path.join(this.#directory, name), { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
