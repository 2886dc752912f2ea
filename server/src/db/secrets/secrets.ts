import { createHash, randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import webPush from "web-push";
import { z } from "zod";
import type { Db } from "../pool.ts";
import { FieldCipher } from "./sealed.ts";
import { SecretsError, type KeySource } from "./secrets-key.ts";
import {
  deleteFacts,
  emptyPlainSecrets,
  factOf,
  getOrCreateFact,
  hasPlainSecret,
  lockSecrets,
  storeSealed,
} from "../site-facts-sql.ts";
import { inTransaction } from "../transaction.ts";

/** The site's secrets, each with what generates it. */
const generators = {
  /** Encrypts fields such as tax numbers. Fields can't be read with another one. */
  "sealing-secret": () => randomBytes(32).toString("base64"),
  /** Signs tokens, unless `JWT_SECRET` does. */
  "jwt-secret": () => randomBytes(48).toString("base64url"),
  "unsubscribe-secret": () => randomBytes(32).toString("base64url"),
  /** Identify us to push services: new ones would end every subscription. */
  "vapid-keys": () => JSON.stringify(webPush.generateVAPIDKeys()),
} as const;

export type SecretName = keyof typeof generators;

const names = Object.keys(generators);
/** Name of the fact that holds all secrets, sealed once with each key. */
const SEALED = "sealed-secrets";
const ROW = "site secrets";

const sealedFact = z.object({ copies: z.record(z.string(), z.string()) });
const values = z.record(z.string(), z.string());
type Values = z.infer<typeof values>;

/** What a cipher encrypts. The key of each purpose differs. */
export type SealedField =
  | "authenticator apps"
  | "bank account numbers"
  | "gate PINs"
  | "tax numbers"
  | "title numbers"
  | "webhook secrets";

/**
 * The site's secrets. They are generated on the first start and stored in the database, so that all
 * processes share them, sealed with keys that are kept elsewhere (decision 41). A process reads
 * them once, when it starts.
 */
export class Secrets {
  readonly #values: Values;
  /** Whether a key outside the database seals them. */
  readonly sealed: boolean;

  private constructor(opened: Values, sealed: boolean) {
    this.#values = opened;
    this.sealed = sealed;
  }

  /**
   * Reads the secrets, creates those that are missing, and seals them with exactly the given keys.
   * @throws SecretsError when they are sealed and no key opens them
   */
  static async open(pool: Pool, source: KeySource): Promise<Secrets> {
    return inTransaction(pool, async (tx) => {
      await lockSecrets(tx);
      const fact = await factOf(tx, SEALED);
      const keys = await source.read();
      if (fact !== null) {
        const { copies } = sealedFact.parse(fact);
        return new Secrets(await reseal(tx, copies, keys, source), true);
      }
      const made = keys.length === 0 ? await source.create?.() : undefined;
      const given = made === undefined ? keys : [made];
      if (given.length === 0) return new Secrets(await readPlain(tx), false);
      return new Secrets(await sealFirst(tx, given), true);
    });
  }

  get(name: SecretName): string {
    const value = this.#values[name];
    if (value === undefined) throw new Error(`there is no ${name}`);
    return value;
  }

  cipher(field: SealedField): FieldCipher {
    return new FieldCipher(this.get("sealing-secret"), field);
  }
}

export async function secretsState(
  db: Db,
  source: KeySource,
): Promise<"plain" | "open" | "locked"> {
  const fact = await factOf(db, SEALED);
  if (fact === null) return "plain";
  const { copies } = sealedFact.parse(fact);
  return openWith(copies, await source.read()) === null ? "locked" : "open";
}

/** Empties plain texts of an earlier version that were sealed a day ago. */
export async function deletePlainSecrets(db: Db): Promise<void> {
  await emptyPlainSecrets(db, names, SEALED, "a day");
}

/** Deletes all secrets, when the key is lost. Returns whether there were any. */
export async function discardSecrets(pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockSecrets(tx);
    return (await deleteFacts(tx, [SEALED, ...names])) > 0;
  });
}

/** Seals the secrets for the first time. Plain texts of an earlier version stay for its processes. */
async function sealFirst(tx: PoolClient, keys: readonly string[]): Promise<Values> {
  const isOld = await hasPlainSecret(tx, names);
  const opened = isOld ? await readPlain(tx) : withMissing({});
  await storeSealed(tx, SEALED, sealWith(opened, keys));
  if (!isOld) await emptyPlainSecrets(tx, names, SEALED, "now");
  return opened;
}

/** Opens sealed secrets, and seals them again if the keys or the secrets have changed. */
async function reseal(
  tx: PoolClient,
  copies: Values,
  keys: readonly string[],
  { place }: KeySource,
): Promise<Values> {
  const opened = openWith(copies, keys);
  if (opened === null)
    throw new SecretsError(
      keys.length === 0
        ? `The secrets of this database are sealed, and there is no key in ${place}. Put it back; see "Keep the key" in docs/operating.md.`
        : `The secrets of this database are sealed with another key than ${place} has. Add that key; see "Keep the key" in docs/operating.md.`,
    );
  const all = withMissing(opened);
  const isSame =
    Object.keys(all).length === Object.keys(opened).length &&
    Object.keys(copies).toSorted().join() === keys.map(idOf).toSorted().join();
  if (!isSame) await storeSealed(tx, SEALED, sealWith(all, keys));
  await deletePlainSecrets(tx);
  return all;
}

async function readPlain(tx: PoolClient): Promise<Values> {
  const read: Values = {};
  for (const [name, fresh] of Object.entries(generators))
    read[name] = await getOrCreateFact(tx, name, fresh());
  return read;
}

function withMissing(known: Values): Values {
  const fresh = Object.entries(generators).filter(([name]) => known[name] === undefined);
  return { ...known, ...Object.fromEntries(fresh.map(([name, make]) => [name, make()])) };
}

/** Public name of a key, which reveals nothing of its random bytes. */
const idOf = (key: string) => createHash("sha256").update(key).digest("hex").slice(0, 16);

const cipherOf = (key: string) => new FieldCipher(key, ROW);

/** Seals the secrets once with each key, so that a process with any one of them can start. */
function sealWith(opened: Values, keys: readonly string[]): Values {
  const text = JSON.stringify(opened);
  return Object.fromEntries(
    keys.map((key) => [idOf(key), cipherOf(key).seal(ROW, text).toString("base64")]),
  );
}

/** Opens the secrets with the first key that has a copy; null when none has. */
function openWith(copies: Values, keys: readonly string[]): Values | null {
  for (const key of keys) {
    const text = cipherOf(key).open(ROW, Buffer.from(copies[idOf(key)] ?? "", "base64"));
    if (text !== null) return values.parse(JSON.parse(text));
  }
  return null;
}
