import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { createHash } from "node:crypto";
import { z } from "zod";
import type { FileStore } from "../../files/file-store.ts";

/** How long the files of a version are kept once a newer one runs. */
const KEPT_MS = 24 * 3_600_000;
const FOLDER = "pages/";
const LISTED_MS = 10_000;

/** Where each file of a version is in its pack. */
const index = z.record(z.string(), z.tuple([z.int(), z.int()]));
type Index = z.infer<typeof index>;
type Places = ReadonlyMap<string, readonly [at: number, length: number]>;

/** A version's files in the store, named by when it began to run: `pages/1795852800000-9f86d0`. */
interface Version {
  readonly name: string;
  readonly build: string;
  readonly sinceMs: number;
}

function versionsIn(names: readonly string[]): Version[] {
  return names
    .flatMap((name) => {
      const [, since, build] = /^pages\/(\d+)-(\w+)\.json$/.exec(name) ?? [];
      return since === undefined || build === undefined
        ? []
        : [{ name: name.slice(0, -".json".length), build, sinceMs: Number(since) }];
    })
    .toSorted((one, other) => one.sinceMs - other.sinceMs);
}

/**
 * Keeps the scripts, styles and fonts of pages for a day after a newer version began to run, for the
 * pages that people still have open: a page asks for parts of itself while somebody bids on it.
 */
export class KeptPages {
  readonly #files: FileStore;
  /** What is in each version; the file names hold a hash of the content, so the newest may answer. */
  readonly #indexes = new Map<string, Places>();
  #listed: { readonly versions: Promise<Version[]>; readonly atMs: number } | null = null;

  constructor(files: FileStore) {
    this.#files = files;
  }

  /** Stores this version's files, unless it is the newest already, and removes outdated versions. */
  async keep(folder: string, nowMs: number): Promise<void> {
    const names = (await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name)).toSorted();
    const build = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 12);
    const versions = versionsIn(await this.#files.list(FOLDER));
    if (versions.at(-1)?.build !== build) {
      const contents = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
      const places: Index = {};
      let at = 0;
      for (const [n, bytes] of contents.entries()) {
        places[names[n] ?? ""] = [at, bytes.length];
        at += bytes.length;
      }
      const name = `${FOLDER}${nowMs}-${build}`;
      await this.#files.write(`${name}.pack`, Buffer.concat(contents), "application/octet-stream");
      const json = Buffer.from(JSON.stringify(places));
      await this.#files.write(`${name}.json`, json, "application/json");
      versions.push({ name, build, sinceMs: nowMs });
    }
    for (const [n, { name }] of versions.entries()) {
      const replacedMs = versions[n + 1]?.sinceMs ?? nowMs;
      if (nowMs - replacedMs < KEPT_MS) continue;
      // Without its index, a version is gone.
      await this.#files.remove(`${name}.json`);
      await this.#files.remove(`${name}.pack`);
    }
  }

  /** Returns a file of a version that is kept; null if none has it. */
  async read(file: string): Promise<Buffer | null> {
    for (const { name } of (await this.#versions()).toReversed()) {
      const place = (await this.#indexOf(name))?.get(file);
      if (place === undefined) continue;
      const [at, length] = place;
      const bytes = await this.#files.readPart(`${name}.pack`, at, length);
      if (bytes?.length === length) return bytes;
    }
    return null;
  }

  /** Lists the versions at most every few seconds, since anybody can ask for files. */
  async #versions(): Promise<Version[]> {
    const nowMs = performance.now();
    if (this.#listed !== null && nowMs - this.#listed.atMs < LISTED_MS)
      return this.#listed.versions;
    const versions = this.#files.list(FOLDER).then(versionsIn);
    this.#listed = { versions, atMs: nowMs };
    return versions;
  }

  async #indexOf(name: string): Promise<Places | null> {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const bytes = await this.#files.read(`${name}.json`);
    if (bytes === null) return null;
    const read = new Map(Object.entries(index.parse(JSON.parse(bytes.toString()))));
    this.#indexes.set(name, read);
    return read;
  }
}
