import { randomBytes } from "node:crypto";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** What `SECRETS_KEY` and the file of `SECRETS_KEY_FILE` must hold. */
export const keysExpected =
  "must be a key of 32 random bytes in base64, as from `openssl rand -base64 32`, or several separated by commas";

/** Minimum distinct steps from a character to the next. Random text has some twenty. */
const MIN_STEPS = 12;

/** Whether a secret is no repetition, sequence or short word typed several times. */
export function isVaried(secret: string): boolean {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return new Set(steps).size >= MIN_STEPS;
}

/** Reads a list of keys; null when one is too short or isn't random. */
export function parseKeys(text: string): readonly string[] | null {
  const keys = text.split(",").map((key) => key.trim());
  return keys.every((key) => /^[\w+/-]{43,}={0,2}$/.test(key) && isVaried(key)) ? keys : null;
}

/** Thrown when the site's secrets can't be opened. The message is one line for the operator. */
export class SecretsError extends Error {
  override readonly name = "SecretsError";
}

/** Where the keys that seal the site's secrets come from. */
export interface KeySource {
  readonly place: string;
  /** Returns the keys; none when there is no key yet. @throws SecretsError */
  read(): Promise<readonly string[]>;
  /** Creates the first key; null where that is the operator's task. */
  readonly create: (() => Promise<string>) | null;
}

export interface KeySettings {
  readonly secretsKeys: readonly string[];
  readonly secretsKeyFile: string | null;
}

/**
 * Returns where the keys are: in `SECRETS_KEY`, in the file of `SECRETS_KEY_FILE` or, with the
 * embedded database, in a file next to it, which is created.
 * @param embeddedDir folder of the embedded database; null for any other server
 */
export function keySourceOf(
  settings: KeySettings,
  embeddedDir: string | null,
  say: (line: string) => void = () => {},
): KeySource {
  const { secretsKeys, secretsKeyFile: given } = settings;
  if (given !== null) return { place: given, read: () => readKeyFile(given), create: null };
  if (secretsKeys.length > 0 || embeddedDir === null)
    return { place: "SECRETS_KEY", read: async () => secretsKeys, create: null };
  const file = path.join(embeddedDir, "secrets.key");
  return {
    place: file,
    read: () =>
      readKeyFile(file).catch((error: unknown) => {
        if (error instanceof SecretsError && isMissing(error.cause)) return [];
        throw error;
      }),
    create: async () => {
      const key = await createKeyFile(file);
      say(`Created ${file}, the key to stored secrets. Keep a copy of it apart from backups.`);
      return key;
    },
  };
}

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

async function readKeyFile(file: string): Promise<readonly string[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw new SecretsError(`The key for stored secrets can't be read: ${message}`, {
      cause: error,
    });
  });
  const keys = parseKeys(text.trim());
  if (keys === null) throw new SecretsError(`Bad key file: ${file} ${keysExpected}`);
  return keys;
}

/** Creates the file, which is on disk before anything is sealed. */
async function createKeyFile(file: string): Promise<string> {
  const key = randomBytes(32).toString("base64");
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  const folder = await open(path.dirname(file));
  // Windows can't flush folders.
  await folder.sync().catch(() => {});
  await folder.close();
  return key;
}
