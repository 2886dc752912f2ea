import { randomBytes } from "node:crypto";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { openDatabase, type TestDatabase } from "../../testing/database.ts";
import { openPlainSecrets } from "../../testing/secrets.ts";
import { createPool } from "../pool.ts";
import { FieldCipher } from "./sealed.ts";
import { keySourceOf, parseKeys, SecretsError, type KeySource } from "./secrets-key.ts";
import { discardSecrets, deletePlainSecrets, Secrets, type SecretName } from "./secrets.ts";
import { getOrCreateFact } from "../site-facts-sql.ts";

let database: TestDatabase;
let pool: Pool;
let dir: string;

beforeAll(async () => {
  database = await openDatabase();
  pool = createPool(database.url, 4);
  dir = await mkdtemp(path.join(tmpdir(), "gavelyard-keys-"));
});
beforeEach(() => pool.query("DELETE FROM site_facts"));
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(dir, { recursive: true });
});

const newKey = () => randomBytes(32).toString("base64");
const [key, nextKey] = [newKey(), newKey()];
const openWith = (...secretsKeys: readonly string[]) =>
  Secrets.open(pool, keySourceOf({ secretsKeys, secretsKeyFile: null }, null));

const secretNames: readonly SecretName[] = [
  "sealing-secret",
  "jwt-secret",
  "unsubscribe-secret",
  "vapid-keys",
];
const valuesOf = (secrets: Secrets) => secretNames.map((name) => secrets.get(name));
const pinBy = (secrets: Secrets) => secrets.cipher("gate PINs").seal("award 7", "004217");
const readBy = (secrets: Secrets, pin: Buffer) => secrets.cipher("gate PINs").open("award 7", pin);

/** Returns every text that a copy of the table holds, also inside JSON. */
async function textsInCopy(): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT name AS text FROM site_facts UNION ALL
      SELECT leaf #>> '{}' FROM site_facts, jsonb_path_query(value, 'strict $.**') AS leaf
      WHERE jsonb_typeof(leaf) <> 'null'`,
  );
  return rows.map(({ text }) => text);
}

/** Tries to read a PIN with everything that a copy of the database holds. */
async function readFromCopy(pin: Buffer): Promise<(string | null)[]> {
  const texts = await textsInCopy();
  const candidates = texts.flatMap((text) => [
    text,
    Buffer.from(text, "base64").toString("utf8"),
    Buffer.from(text, "base64").toString("base64"),
  ]);
  return candidates.map((each) => new FieldCipher(each, "gate PINs").open("award 7", pin));
}

const ageSealing = () =>
  pool.query(
    `UPDATE site_facts SET value = jsonb_set(value, '{since}', to_jsonb(clock_ms() - interval '25 hours'))
      WHERE name = 'sealed-secrets'`,
  );

describe("a stolen copy of the database", () => {
  test("reveals PINs if there is no key outside it, which shows that the attack works", async () => {
    expect(await readFromCopy(pinBy(await openWith()))).toContain("004217");
  });

  test("reveals nothing if there is a key, and contains no secrets", async () => {
    const secrets = await openWith(key);
    const found = await readFromCopy(pinBy(secrets));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((text) => text === null)).toBe(true);
    const texts = await textsInCopy();
    for (const value of [key, ...valuesOf(secrets)])
      expect(texts.some((text) => text.includes(value))).toBe(false);
  });
});

test("processes that start together share the same secrets permanently", async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => openWith(key)));
  if (first === undefined) throw new Error("nothing was opened");
  for (const other of [...others, await openWith(key)])
    expect(valuesOf(other)).toEqual(valuesOf(first));
});

describe("a key is replaced in a rolling restart", () => {
  test("any process with a listed key can start, in any order", async () => {
    const before = await openWith(key);
    const pin = pinBy(before);
    const renewed = await openWith(nextKey, key);
    // One that still has only the old key restarts, then all have both.
    expect(readBy(await openWith(key), pinBy(renewed))).toBe("004217");
    await openWith(nextKey, key);
    expect(readBy(await openWith(nextKey), pin)).toBe("004217");
    // A process that had read the secrets keeps using them.
    expect(readBy(before, pinBy(renewed))).toBe("004217");
  });

  test("a key that is no longer listed opens nothing from then on", async () => {
    await openWith(key);
    await openWith(nextKey, key);
    await openWith(nextKey);
    await expect(openWith(key)).rejects.toThrow("sealed with another key than SECRETS_KEY has");
  });

  test("two processes with different lists start at once", async () => {
    const pin = pinBy(await openWith(key));
    const opened = await Promise.all([
      openWith(nextKey, key),
      openWith(key),
      openWith(key, nextKey),
    ]);
    expect(opened.map((each) => readBy(each, pin))).toEqual(["004217", "004217", "004217"]);
  });
});

test("without its key, or with another, a sealed database is refused and unchanged", async () => {
  const pin = pinBy(await openWith(key));
  const before = await textsInCopy();
  await expect(openWith()).rejects.toThrow("there is no key in SECRETS_KEY. Put it back");
  await expect(openWith(nextKey)).rejects.toThrow(SecretsError);
  expect(await textsInCopy()).toEqual(before);
  expect(readBy(await openWith(key), pin)).toBe("004217");
});

describe("a database of an earlier version, whose processes still run", () => {
  const old = "a secret of the earlier version";
  beforeEach(() => getOrCreateFact(pool, "sealing-secret", old));

  test("keeps its secrets, which the earlier version reads for a day", async () => {
    const pin = new FieldCipher(old, "gate PINs").seal("award 7", "004217");
    const secrets = await openWith(key);
    expect(readBy(secrets, pin)).toBe("004217");
    await deletePlainSecrets(pool);
    // This is how the earlier version reads each of them, when first used.
    for (const name of secretNames)
      expect(await getOrCreateFact(pool, name, "new")).toBe(secrets.get(name));

    await ageSealing();
    await deletePlainSecrets(pool);
    const texts = await textsInCopy();
    for (const value of valuesOf(secrets)) expect(texts).not.toContain(value);
    expect(valuesOf(await openWith(key))).toEqual(valuesOf(secrets));
  });

  test("refuses the earlier version afterward, which can't replace a secret", async () => {
    await openWith(key);
    await ageSealing();
    await openWith(key);
    await expect(getOrCreateFact(pool, "sealing-secret", "new")).rejects.toThrow("was not kept");
    expect(await textsInCopy()).not.toContain("new");
  });
});

test("a secret that a later version adds is created and sealed with the others", async () => {
  await openWith(key);
  const { rows } = await pool.query<{ copies: Record<string, string> }>(
    "SELECT value -> 'copies' AS copies FROM site_facts WHERE name = 'sealed-secrets'",
  );
  const cipher = new FieldCipher(key, "site secrets");
  const [[id, copy] = ["", ""]] = Object.entries(rows[0]?.copies ?? {});
  const opened = cipher.open("site secrets", Buffer.from(copy, "base64"));
  const kept = z.record(z.string(), z.string()).parse(JSON.parse(opened ?? "{}"));
  delete kept["vapid-keys"];
  await pool.query(
    "UPDATE site_facts SET value = jsonb_set(value, ARRAY['copies', $1], to_jsonb($2::text)) WHERE name = 'sealed-secrets'",
    [id, cipher.seal("site secrets", JSON.stringify(kept)).toString("base64")],
  );
  const added = await openWith(key);
  expect(added.get("sealing-secret")).toBe(kept["sealing-secret"]);
  expect(valuesOf(await openWith(key))).toEqual(valuesOf(added));
});

test("secrets whose key is lost can be discarded, and new ones made", async () => {
  const pin = pinBy(await openWith(key));
  expect(await discardSecrets(pool)).toBe(true);
  const fresh = await openWith(nextKey);
  expect(readBy(fresh, pin)).toBeNull();
  expect(readBy(fresh, pinBy(fresh))).toBe("004217");
});

describe("the key file", () => {
  const sourceIn = (folder: string): KeySource =>
    keySourceOf({ secretsKeys: [], secretsKeyFile: null }, folder);

  test("of the embedded database is created once, readable only by its owner", async () => {
    const folder = await mkdtemp(path.join(dir, "embedded-"));
    const source = sourceIn(folder);
    const secrets = await Secrets.open(pool, source);
    expect(secrets.sealed).toBe(true);
    expect((await stat(source.place)).mode & 0o777).toBe(0o600);
    expect(await source.read()).toHaveLength(1);
    expect(valuesOf(await Secrets.open(pool, source))).toEqual(valuesOf(secrets));
  });

  test("isn't created again for a sealed database, so the old one can be restored", async () => {
    const folder = await mkdtemp(path.join(dir, "lost-"));
    const source = sourceIn(folder);
    await Secrets.open(pool, source);
    await rm(source.place);
    await expect(Secrets.open(pool, source)).rejects.toThrow(`there is no key in ${source.place}`);
    await expect(stat(source.place)).rejects.toThrow("ENOENT");
  });

  test("must exist and contain keys if it is set", async () => {
    const file = path.join(dir, "given.key");
    const named = keySourceOf({ secretsKeys: [], secretsKeyFile: file }, null);
    await expect(Secrets.open(pool, named)).rejects.toThrow("can't be read: ENOENT");
    await writeFile(file, "secret\n");
    await expect(Secrets.open(pool, named)).rejects.toThrow(`Bad key file: ${file} must be a key`);
    await writeFile(file, `${key},\n${nextKey}\n`);
    expect(await named.read()).toEqual([key, nextKey]);
  });
});

test("keys that aren't long and random are refused", () => {
  expect(parseKeys(`${key}, ${nextKey}`)).toEqual([key, nextKey]);
  expect(parseKeys(randomBytes(32).toString("base64url"))).toHaveLength(1);
  for (const bad of ["", "secret", "a".repeat(44), "abcd".repeat(11), `${key},`, key.slice(0, 40)])
    expect(parseKeys(bad), bad).toBeNull();
});

test("a marketplace without a key works as before", async () => {
  const secrets = await openPlainSecrets(pool);
  expect(secrets.sealed).toBe(false);
  expect(valuesOf(await openPlainSecrets(pool))).toEqual(valuesOf(secrets));
});
