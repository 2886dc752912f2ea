import { randomUUID } from "node:crypto";
import { copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FileStore } from "./file-store.ts";
import { DiskFullError, RESERVE_BYTES, roomLeft } from "../room-left.ts";

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

  async readPart(name: string, at: number, length: number): Promise<Buffer | null> {
    try {
      const file = await open(path.join(this.#directory, name));
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
        return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  write(name: string, bytes: Buffer): Promise<void> {
    return this.#make(name, (unfinished) =>
      writeFile(unfinished, bytes, { mode: 0o600, flush: true }),
    );
  }

  writeFrom(name: string, from: string): Promise<void> {
    return this.#make(name, async (unfinished) => {
      await copyFile(from, unfinished);
      const file = await open(unfinished, "r+");
      try {
        await file.chmod(0o600);
        await file.sync();
      } finally {
        await file.close();
      }
    });
  }

  /** Gives a file its name once `write` has written all of it. */
  async #make(name: string, write: (unfinished: string) => Promise<void>): Promise<void> {
    const place = path.join(this.#directory, name);
    const unfinished = `${place}.${randomUUID()}${UNFINISHED}`;
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    if ((await roomLeft(path.dirname(place))) < this.#reserveBytes)
      throw new DiskFullError("the disk is full");
    try {
      await write(unfinished);
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
