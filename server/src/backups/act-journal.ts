import type { Db } from "../db/pool.ts";
import { sha256 } from "../db/secrets/sha256.ts";
import type { FileStore } from "../files/file-store.ts";
import { protectiveAct, protectiveActsSince, type ProtectiveAct } from "./protective-acts-sql.ts";

const ROOT = "acts/";
const actName = /^acts\/(?<at>\d{13})-(?<id>\d+)-(?<sha>[0-9a-f]{64})$/;
/** An act's time is at most this much before its commit, in ms. */
const COMMIT_MS = 60_000;
/** How far back a first copy goes, in ms: no older backup is kept. */
const FIRST_MS = 8 * 86_400_000;

/**
 * A copy of the protective acts, stored with the backups: IDs and times, and nothing personal. A
 * restore does them again.
 */
export class ActJournal {
  readonly #files: FileStore;
  #known: Set<string> | null = null;
  #copiedToMs = 0;

  constructor(files: FileStore) {
    this.#files = files;
  }

  /** Adds the acts since the last call. Everything is stored when this returns. */
  async copy(db: Db): Promise<void> {
    const known = this.#known ?? new Set(await this.#files.list(ROOT));
    if (this.#known === null) {
      const times = [...known].map((name) => Number(actName.exec(name)?.groups?.["at"] ?? 0));
      this.#copiedToMs = Math.max(Date.now() - FIRST_MS, ...times);
      this.#known = known;
    }
    for (const act of await protectiveActsSince(db, new Date(this.#copiedToMs - COMMIT_MS))) {
      const bytes = Buffer.from(JSON.stringify(act));
      const name = `${ROOT}${act.at.getTime()}-${act.id}-${sha256(bytes)}`;
      if (!known.has(name)) await this.#files.write(name, bytes, "application/json");
      known.add(name);
      this.#copiedToMs = Math.max(this.#copiedToMs, act.at.getTime());
    }
  }

  /** Returns the acts since a moment, in order, and the names of damaged ones. */
  async since(moment: Date): Promise<{ acts: ProtectiveAct[]; damaged: string[] }> {
    const acts: ProtectiveAct[] = [];
    const damaged: string[] = [];
    for (const name of await this.#files.list(ROOT)) {
      const { at, sha } = actName.exec(name)?.groups ?? {};
      if (Number(at) < moment.getTime() - COMMIT_MS) continue;
      const bytes = await this.#files.read(name);
      if (bytes === null || sha256(bytes) !== sha) damaged.push(name);
      else acts.push(protectiveAct.parse(JSON.parse(bytes.toString())));
    }
    return { acts, damaged };
  }

  /** Removes the acts before a moment, which every restore has. */
  async removeBefore(moment: Date): Promise<void> {
    for (const name of await this.#files.list(ROOT)) {
      const at = Number(actName.exec(name)?.groups?.["at"]);
      if (at < moment.getTime() - COMMIT_MS) await this.#files.remove(name);
    }
  }
}
