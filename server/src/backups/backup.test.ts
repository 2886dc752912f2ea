import type { AuditAction } from "@gavelyard/domain/audit/audit-actions";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import S3rver from "s3rver";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { insertAudit } from "../audit/sql.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../db/embedded/embedded-postgres.ts";
import { embeddedHome, swapEmbedded } from "../db/embedded/embedded-restore.ts";
import { migrateFor } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { keySourceOf, type KeySource } from "../db/secrets/secrets-key.ts";
import { Secrets, secretsState } from "../db/secrets/secrets.ts";
import { inTransaction } from "../db/transaction.ts";
import { seedDemo } from "../demo/seed.ts";
import { documentName } from "../documents/store-document.ts";
import { videoName } from "../media/video-store.ts";
import { LocalFiles } from "../files/local-files.ts";
import { readSettings } from "../settings.ts";
import { forgetPerson } from "../users/forget-sql.ts";
import { openDataDir } from "../testing/data-dir.ts";
import { BackupFolder, nameFor } from "./backup-folder.ts";
import { backUpEmbedded } from "./backup.ts";
import { LogCopier } from "./log-copier.ts";
import { openHouse } from "./open-house.ts";
import type { Target } from "./recover.ts";
import { restore } from "./restore.ts";
import { documentsAfter, heldSince, videosAfter } from "./sql.ts";
import { verifyHouse } from "./verify-house.ts";
import { workQueues } from "../work-queue/sql.ts";
import { letPass } from "../testing/wait-for.ts";

let dataDir: string;
let postgres: EmbeddedPostgres;
let live: Pool;
let files: LocalFiles;
let folder: BackupFolder;
let name: string;
let keys: KeySource;
let pin: Buffer;
const document = randomUUID();

/** People whose access or data ended after the backup. */
let later: { keyOwner: number; key: number; banned: number; closed: number; renewed: number };
const license = randomUUID();

const oneId = async (statement: string, values: unknown[] = []) => {
  const { rows } = await live.query<{ id: number }>(statement, values);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("no row");
  return id;
};

/** Writes what the backup must have: a key, accounts, an identity paper and bank details. */
async function addLater(): Promise<void> {
  const person = (email: string) =>
    oneId(
      `INSERT INTO users (email, name, role, password_hash)
        SELECT $1, 'Somebody', role, 'the old one' FROM users WHERE role = 'ROLE_CUSTOMER' LIMIT 1
        RETURNING id`,
      [`${email}@later.example`],
    );
  const keyOwner = await person("key");
  const closed = await person("closed");
  const key = await oneId(
    `INSERT INTO api_keys (user_id, name, scopes, key_hash, ending, expires_at)
      VALUES ($1, 'Dealer system', '{bids}', sha256('a key'), 'ekey', clock_ms() + '1 day'::interval)
      RETURNING id`,
    [keyOwner],
  );
  await live.query(
    `INSERT INTO documents (id, owner_id, purpose, file_name, content_type, bytes)
      VALUES ($1, $2, 'BID_LIMIT', 'license.pdf', 'application/pdf', 9)`,
    [license, closed],
  );
  await files.write(documentName(license), Buffer.from("a license"));
  await live.query(
    `INSERT INTO bank_details (bank_name, account_holder, routing_number, account_number,
        account_ending, wire_note, ach_note, status, two_persons, requested_by, decided_by, decided_at)
      VALUES ('First Bank', 'The yard', '021000021', '', '4321', '', '', 'IN_EFFECT', false, $1, $1,
        clock_ms())`,
    [keyOwner],
  );
  later = {
    keyOwner,
    key,
    closed,
    banned: await person("banned"),
    renewed: await person("renewed"),
  };
}

/** Ends access and data, as the product does after the backup, and copies the acts to the backups. */
async function endLater(): Promise<void> {
  const audit = (action: AuditAction, subjectId: number, after: { status: string } | null = null) =>
    insertAudit(live, { actorId: null, action, subjectType: "any", subjectId, after, ip: null });
  const { key, banned, closed, renewed } = later;
  await live.query(
    "UPDATE api_keys SET revoked_at = clock_ms(), revoked_by = user_id WHERE id = $1",
    [key],
  );
  await audit("api-key-revoked", key);
  await live.query("UPDATE users SET status = 'BANNED' WHERE id = $1", [banned]);
  await audit("status-changed", banned, { status: "BANNED" });
  await live.query("UPDATE users SET password_hash = 'a new one' WHERE id = $1", [renewed]);
  await audit("password-changed", renewed);
  await inTransaction(live, (tx) => forgetPerson(tx, closed, "closed@later.example"));
  await audit("account-closed", closed);
  await files.remove(documentName(license));
  const bank = await oneId("SELECT id FROM bank_details WHERE status = 'IN_EFFECT'");
  await audit("bank-details-confirmed", bank + 1);
  await live.query("UPDATE webhook_counter SET last_seq = last_seq + 21");
  await folder.acts.copy(live);
}

/** Names of the acts that must be done again on a restored database. */
const doneAgain = () => [
  `API key revoked: key ${later.key}, Dealer system, of account ${later.keyOwner}`,
  `Status changed: account ${later.banned}, banned@later.example`,
  `Password changed: account ${later.renewed}, renewed@later.example`,
  `Account closed: account ${later.closed}, closed@later.example`,
  "Bank details confirmed: First Bank, ending in 4321",
];

/** Reads what a database has of the access and data that ended. */
async function endedIn(pool: Pool) {
  const people = await pool.query<{ email: string; status: string; password: string }>(
    "SELECT email, status, password_hash AS password FROM users WHERE id = ANY ($1) ORDER BY id",
    [[later.closed, later.banned, later.renewed]],
  );
  const left = await pool.query(
    `SELECT FROM api_keys WHERE id = $1 AND revoked_at IS NULL UNION ALL
      SELECT FROM bank_details WHERE status = 'IN_EFFECT' UNION ALL
      SELECT FROM documents WHERE id = $2 AND removed_at IS NULL`,
    [later.key, license],
  );
  return { people: people.rows, left: left.rows.length };
}

const stillEnded = () => ({
  people: [
    { email: `closed-${later.closed}@closed.invalid`, status: "CLOSED" },
    { status: "BANNED" },
    { status: "ACTIVE", password: expect.stringMatching(/^\$argon2id\$/) },
  ],
  left: 0,
});

const webhookNumber = async (db: Pool) => {
  const { rows } = await db.query<{ last: number }>("SELECT last_seq AS last FROM webhook_counter");
  return rows[0]?.last ?? 0;
};

const addAccount = (email: string) =>
  live.query(
    `INSERT INTO users (email, name, role, password_hash)
      SELECT $1, name, role, password_hash FROM users WHERE role = 'ROLE_CUSTOMER' LIMIT 1`,
    [email],
  );

const accountsOf = async (pool: Pool) => {
  const { rows } = await pool.query<{ email: string }>(
    "SELECT email FROM users WHERE email LIKE '%@backup.example' ORDER BY email",
  );
  return rows.map(({ email }) => email);
};

beforeAll(async () => {
  dataDir = await openDataDir("backup");
  postgres = await startEmbeddedPostgres({ dataDir });
  await migrateFor(postgres.ownerUrl, postgres.url);
  live = createPool(postgres.ownerUrl, 2);
  files = new LocalFiles(path.join(dataDir, "files"));
  folder = new BackupFolder(path.join(dataDir, "backup"));
  keys = keySourceOf(readSettings({}), postgres.dataDir);
  const secrets = await Secrets.open(live, keys);
  pin = secrets.cipher("gate PINs").seal("award 7", "004217");
  await inTransaction(live, (tx) => seedDemo(tx));
  // The demo stores its letters and its video only when it runs, so write placeholders.
  for (const { id, bytes } of await documentsAfter(live, document.replaceAll(/[^-]/g, "0"), 100))
    await files.write(documentName(id), Buffer.alloc(bytes));
  for (const { id, bytes } of await videosAfter(live, document.replaceAll(/[^-]/g, "0"), 100))
    await files.write(videoName(id), Buffer.alloc(bytes));
  await files.write(documentName(document), Buffer.from("a document"));
  await live.query(
    `INSERT INTO documents (id, owner_id, purpose, file_name, content_type, bytes)
      SELECT $1, min(id), 'FINANCE', 'a.pdf', 'application/pdf', 10 FROM users`,
    [document],
  );
  await addAccount("before@backup.example");
  await addLater();
  name = await backUpEmbedded({ url: postgres.ownerUrl, files }, folder);
  await addAccount("after@backup.example");
  await endLater();
  await live.query(
    "SELECT setval('invoice_numbers', (SELECT last_value FROM invoice_numbers) + 5)",
  );
});
afterAll(async () => {
  await live.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe("a restored backup", () => {
  let dir: string;
  let restored: EmbeddedPostgres;
  let pool: Pool;
  beforeAll(async () => {
    dir = path.join(postgres.dataDir, "restored");
    await files.remove(documentName(document));
    const result = await restore(folder, name, {
      dir,
      files,
      putFiles: false,
      live,
      target: "copy",
      keys,
    });
    expect(result.verdict.problems).toEqual([]);
    expect(result.losses).toEqual({ steps: 0, bids: 0, payments: 0, accounts: 1, lots: [] });
    expect(result.secrets).toBe("open");
    expect(result.broughtBack).toEqual({ doneAgain: doneAgain(), toCheck: [] });
    restored = await startEmbeddedPostgres({ dataDir: dir });
    pool = createPool(restored.ownerUrl, 2);
  });
  afterAll(async () => {
    await pool.end();
    await restored.stop();
  });

  test("has everything committed before it, and writes nothing to the live files", async () => {
    expect(await accountsOf(pool)).toEqual(["before@backup.example"]);
    expect(await files.read(documentName(document))).toBeNull();
  });

  test("gives nobody back what was taken from them after the backup", async () => {
    expect(await endedIn(pool)).toMatchObject(stillEnded());
  });

  test("continues the numbers of webhook events", async () => {
    expect(await webhookNumber(pool)).toBe(await webhookNumber(live));
  });

  test("contains secrets that only the key opens, which no backup contains", async () => {
    const key = (await readFile(keys.place, "utf8")).trim();
    const inBackups = await readdir(folder.place, { recursive: true, withFileTypes: true });
    for (const entry of inBackups.filter((each) => each.isFile()))
      expect(
        (await readFile(path.join(entry.parentPath, entry.name))).includes(key),
        entry.name,
      ).toBe(false);
    expect(await secretsState(pool, keys)).toBe("open");
    const lost = keySourceOf(readSettings({}), dir);
    expect(await secretsState(pool, lost)).toBe("locked");
    const again = await Secrets.open(pool, keys);
    expect(again.cipher("gate PINs").open("award 7", pin)).toBe("004217");
  });

  test("accepts no old sign-ins, and reuses no numbers", async () => {
    const { rows } = await pool.query("SELECT FROM sessions WHERE revoked_at IS NULL");
    expect(rows).toEqual([]);
    const next = "SELECT nextval('invoice_numbers') AS number";
    const issued = await live.query<{ number: number }>(next);
    const after = await pool.query<{ number: number }>(next);
    expect(after.rows[0]?.number).toBeGreaterThanOrEqual(issued.rows[0]?.number ?? Infinity);
  });

  test("is on hold until an operator gives its lots the lost time, which is audited", async () => {
    const since = await heldSince(pool);
    expect(since).not.toBeNull();
    const closes = "SELECT id, closes_at FROM lots WHERE closed_at IS NULL ORDER BY id";
    const before = await pool.query<{ id: number; closes_at: Date }>(closes);
    const begun = Date.now();
    await openHouse(pool, "extend");
    expect(await heldSince(pool)).toBeNull();
    // Lots that close between now and the start are extended like after any outage.
    const pulse = await pool.query<{ at: Date }>("SELECT at FROM bidding_pulse");
    expect(pulse.rows[0]?.at.getTime()).toBeGreaterThanOrEqual(begun);
    const after = await pool.query<{ id: number; closes_at: Date }>(closes);
    expect(before.rows.length).toBeGreaterThan(10);
    for (const [index, { closes_at }] of after.rows.entries()) {
      const moved = closes_at.getTime() - (before.rows[index]?.closes_at.getTime() ?? 0);
      expect(moved).toBeGreaterThanOrEqual(begun - (since?.getTime() ?? 0));
    }
    const missing = `Document ${document} is missing`;
    expect((await verifyHouse(pool, files)).problems).toEqual([missing]);
    await expect(openHouse(pool, "as-is")).rejects.toThrow("This marketplace is not on hold.");
    const { rows } = await pool.query(
      "SELECT FROM audit_log WHERE action = 'opened-after-restore'",
    );
    expect(rows).toHaveLength(1);
  });

  test("replaces the live data once both are stopped, and keeps that as a copy", async () => {
    const home = path.join(postgres.dataDir, "swapped");
    const copy = path.join(home, "restored");
    const { broughtBack } = await restore(folder, name, {
      dir: copy,
      files,
      putFiles: true,
      live: null,
      target: "copy",
      keys,
    });
    // From the journal, since the live data can't be read.
    expect(broughtBack).toEqual({ doneAgain: doneAgain(), toCheck: [] });
    expect(await files.read(documentName(document))).toEqual(Buffer.from("a document"));
    expect(await files.read(documentName(license))).toBeNull();
    const running = await startEmbeddedPostgres({ dataDir: home });
    expect(await swapEmbedded(home, copy, "aside")).toBe(false);
    await running.stop();
    expect(await swapEmbedded(home, copy, "aside")).toBe(true);
    expect(await embeddedHome(path.join(home, "restored"))).toMatchObject({ hasData: false });
    const swapped = await startEmbeddedPostgres({ dataDir: home });
    const there = createPool(swapped.url, 1);
    expect(await endedIn(there)).toMatchObject(stillEnded());
    expect(await webhookNumber(there)).toBeGreaterThan(await webhookNumber(live));
    expect(await accountsOf(there)).toEqual(["before@backup.example"]);
    await there.end();
    await swapped.stop();
  });
});

describe("a backup that was damaged is refused by name", () => {
  const PART = "copies/NAME/database-000000";
  const inBackup = (file: string) => path.join(folder.place, file);
  const damages: [string, string, (file: string) => Promise<void>, string][] = [
    ["a flipped byte of the database", PART, flip, "was changed."],
    ["a cut database", PART, (file) => truncate(file, 1_000), "has 1000 bytes"],
    ["a lost database", PART, (file) => rm(file), "is missing"],
    ["a flipped byte of its list", "copies/NAME/backup.json", flip, "is damaged."],
    ["a lost list", "copies/NAME/backup.json", (file) => rm(file), "is missing."],
    ["a flipped byte of a file", `files/${documentName(document)}`, flip, "was changed."],
    ["a lost file", `files/${documentName(document)}`, (file) => rm(file), "is missing"],
  ];

  let whole: Buffer | null = null;
  beforeEach(() => {
    whole = null;
  });

  async function flip(file: string): Promise<void> {
    const bytes = await readFile(file);
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
    await writeFile(file, bytes);
  }

  test.each(damages)("%s", async (_what, place, damage, message) => {
    const file = inBackup(place.replace("NAME", name));
    whole = await readFile(file);
    await damage(file);
    const dir = await mkdtemp(path.join(postgres.dataDir, "refused-"));
    const shown = path.basename(file);
    const failure = await restore(folder, name, {
      dir,
      files,
      putFiles: true,
      live: null,
      target: "copy",
      keys,
    }).catch((error: unknown) => String(error));
    await writeFile(file, whole);
    expect(failure).toContain(shown);
    expect(failure).toContain(message);
    expect(await embeddedHome(dir)).toMatchObject({ hasData: false });
  });
});

describe("a restore up to a moment", () => {
  const moments: Date[] = [];
  let copier: LogCopier;
  let from: string;
  const logOf = (file: string) => path.join(folder.place, "log", file);

  /** Adds an account, records a moment after it and copies the log. */
  async function step(email: string): Promise<void> {
    await addAccount(email);
    // Moments have ms precision, so wait until this one is surely after the account and before the
    // next.
    const { rows } = await live.query<{ now: Date }>(
      "SELECT clock_ms() + '2 ms'::interval AS now, pg_sleep(0.005)",
    );
    moments.push(rows[0]?.now ?? new Date(0));
    await copier.copy();
  }

  async function accountsAt(target: Target): Promise<string[]> {
    const dir = await mkdtemp(path.join(postgres.dataDir, "until-"));
    const { verdict } = await restore(folder, from, {
      dir,
      files,
      putFiles: false,
      live: null,
      target,
      keys,
    });
    expect(verdict.problems).toEqual([]);
    const server = await startEmbeddedPostgres({ dataDir: dir });
    const pool = createPool(server.ownerUrl, 1);
    const accounts = await accountsOf(pool);
    await pool.end();
    await server.stop();
    return accounts.filter((email) => email.startsWith("log"));
  }

  beforeAll(async () => {
    const opened = await LogCopier.open(postgres.ownerUrl, folder, postgres.dataDir);
    if (opened === null) throw new Error("nobody else copies the log");
    copier = opened;
    await copier.copy();
    from = await backUpEmbedded({ url: postgres.ownerUrl, files }, folder);
    await step("log1@backup.example");
    // Writes more than one segment, and continues with a reopened copier.
    await live.query(
      "CREATE TABLE filler AS SELECT repeat(md5(n::text), 20) FROM generate_series(1, 40000) n",
    );
    await copier.close();
    copier = (await LogCopier.open(postgres.ownerUrl, folder, postgres.dataDir)) ?? copier;
    await step("log2@backup.example");
    await step("log3@backup.example");
  });
  afterAll(() => copier.close());

  test("has exactly what was committed until then", async () => {
    const [first, second] = moments;
    if (first === undefined || second === undefined) throw new Error("there are moments");
    expect(await accountsAt(first)).toEqual(["log1@backup.example"]);
    expect(await accountsAt(second)).toEqual(["log1@backup.example", "log2@backup.example"]);
  });

  test("has everything that was copied if restored to the latest moment", async () => {
    expect(await accountsAt("latest")).toHaveLength(3);
  });

  test("refuses a moment that the log does not reach", async () => {
    const later = new Date(Date.now() + 3_600_000);
    await expect(accountsAt(later)).rejects.toThrow("The log ends at");
  });

  test("refuses a damaged log, naming the segment", async () => {
    const backup = await folder.read(from);
    const began = "segment" in backup ? backup.segment : "";
    const segments = (await readdir(logOf("."))).filter(
      (name) => name >= began && !name.includes("."),
    );
    expect(segments.length).toBeGreaterThan(1);
    // The backup contains the first ones, too.
    const full = segments.toSorted().at(-2) ?? "";
    const [piece = "", ...more] = await readdir(logOf(full));
    expect(more, "a segment that is full is one piece").toEqual([]);
    const file = logOf(`${full}/${piece}`);
    const whole = await readFile(file);
    const changed = Buffer.from(whole);
    changed[1_000] = (changed[1_000] ?? 0) ^ 1;
    const damages: [() => Promise<void>, string][] = [
      [() => writeFile(file, changed), `log/${full}/${piece} was changed.`],
      [() => truncate(file, 1_000), `log/${full}/${piece} has 1000 bytes instead of`],
      [() => rm(file), `log/${full} is missing from byte 0 on.`],
    ];
    for (const [damage, message] of damages) {
      await damage();
      await expect(accountsAt("latest")).rejects.toThrow(message);
      await writeFile(file, whole);
    }
    expect(await accountsAt("latest")).toHaveLength(3);
  });

  test("is copied in few pieces, and leftovers of joining them are skipped", async () => {
    const before = (await readdir(logOf("."), { recursive: true })).length;
    for (let each = 0; each < 70; each++) {
      await live.query("SELECT pg_logical_emit_message(true, 'test', 'a commit of its own')");
      await copier.copy();
    }
    expect((await readdir(logOf("."), { recursive: true })).length).toBeLessThan(before + 70);
    expect(await accountsAt("latest")).toHaveLength(3);
  });

  test("is copied by one process only", async () => {
    expect(await LogCopier.open(postgres.ownerUrl, folder, postgres.dataDir)).toBeNull();
  });
});

test("the newest are kept with their files, and the others are deleted with theirs", async () => {
  const many = new BackupFolder(path.join(dataDir, "many"));
  const files = ["old", "both", "new"];
  for (const file of files) await many.writeFile(file, Buffer.from(file));
  await many.writePart("2026-01-02T12-00-00Z", 0, Buffer.from("of one that was never finished"));
  const names = ["2026-01-01T00-00-00Z", "2026-01-02T00-00-00Z", "2026-01-03T00-00-00Z"];
  const contents = await folder.read(name);
  for (const [index, each] of names.entries()) {
    const named = files.slice(Math.min(index, 1), index + 2);
    const { database = [] } = "database" in contents ? contents : {};
    for (const part of database.keys()) await many.writePart(each, part, Buffer.from("a part"));
    await many.finish(each, {
      ...contents,
      files: named.map((file) => ({ name: file, sha256: "0".repeat(64) })),
    });
  }
  await many.prune(names.slice(1), new Date("2026-01-04T00:00:00Z"));
  expect((await many.complete()).map((each) => each.name)).toEqual(names.slice(1));
  const left = new LocalFiles(many.place);
  expect(await left.list("files/")).toEqual(["files/both", "files/new"]);
  const folders = (await left.list("copies/")).map((file) => path.dirname(file));
  expect([...new Set(folders)]).toEqual(names.slice(1).map((each) => `copies/${each}`));
});

test("a backup in a bucket can be restored, with the log after it", async () => {
  const bucket = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: path.join(dataDir, "s3"),
    configureBuckets: [{ name: "yard", configs: [] }],
  });
  const { port } = await bucket.run();
  const away = new BackupFolder(`s3+http://S3RVER:S3RVER@127.0.0.1:${port}/yard/gavelyard`);
  const copier = await LogCopier.open(postgres.ownerUrl, away, postgres.dataDir);
  await copier?.copy();
  const from = await backUpEmbedded({ url: postgres.ownerUrl, files }, away);
  await addAccount("bucket@backup.example");
  await copier?.copy();
  await copier?.close();
  const dir = await mkdtemp(path.join(postgres.dataDir, "bucket-"));
  const restored = await restore(away, from, {
    dir,
    files,
    putFiles: false,
    live,
    target: "latest",
    keys,
  });
  expect(restored.verdict.problems).toEqual([]);
  expect(restored.losses).toEqual({ steps: 0, bids: 0, payments: 0, accounts: 0, lots: [] });
  expect(away.place).not.toContain("S3RVER");
  await bucket.close();
});

test("only one backup runs at a time", async () => {
  const results = await Promise.allSettled(
    [1, 2].map(() => backUpEmbedded({ url: postgres.ownerUrl, files }, folder)),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("the work queue shows a standby that is unavailable or missing", async () => {
  const viewer = { userId: 1, role: "ROLE_ADMIN", permissions: ["settings"] } as const;
  const alarms = async (standbyNeeded: boolean) => {
    const queues = await workQueues(live, viewer, { standbyNeeded, hasMailServer: true });
    const titles = queues.find(({ name }) => name === "BACKUPS")?.next.map(({ title }) => title);
    return titles?.filter((title) => title.includes("standby")) ?? [];
  };
  expect(await alarms(false)).toEqual([]);
  expect(await alarms(true)).toEqual(["No standby is confirming commits"]);
  await live.query("SELECT pg_create_physical_replication_slot('a_standby')");
  expect(await alarms(false)).toEqual(["A standby is down"]);
  await live.query("SELECT pg_drop_replication_slot('a_standby')");
  expect(await alarms(false)).toEqual([]);
});

test("a backup doesn't take the name of one that began in the same second", async () => {
  const busy = new BackupFolder(path.join(dataDir, "busy"));
  const taken = [0, 1_000].map((later) => nameFor(new Date(Date.now() + later)));
  for (const name of taken) await busy.writePart(name, 0, Buffer.from("another backup's"));
  const made = await backUpEmbedded({ url: postgres.ownerUrl, files }, busy);
  expect(taken).not.toContain(made);
  expect((await busy.complete()).map((each) => each.name)).toEqual([made]);
  for (const name of taken)
    expect(await readFile(path.join(busy.place, `copies/${name}/database-000000`), "utf8")).toBe(
      "another backup's",
    );
});

test("a backup that takes long keeps its lock, and another one leaves its parts alone", async () => {
  const parts = new BackupFolder(path.join(dataDir, "slow"));
  const own = await backUpEmbedded({ url: postgres.ownerUrl, files }, parts);
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  class Slow extends BackupFolder {
    override async writePart(name: string, index: number, bytes: Buffer): Promise<void> {
      await super.writePart(name, index, bytes);
      begun.resolve();
      await slow.promise;
    }
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const running = backUpEmbedded(
    { url: postgres.ownerUrl, files },
    new Slow(path.join(dataDir, "slow")),
  );
  await begun.promise;
  // A connection that a pool has for itself would be closed after ten seconds.
  vi.advanceTimersByTime(11_000);
  vi.useRealTimers();
  await letPass(500, "the database releases the locks of a closed connection");
  await expect(backUpEmbedded({ url: postgres.ownerUrl, files }, parts)).rejects.toThrow(
    "Another backup is running.",
  );
  await parts.prune([own], new Date());
  slow.resolve();
  const name = await running;
  expect((await parts.complete()).map((each) => each.name)).toEqual([own, name]);
});

test("an incomplete backup is neither finished nor offered", async () => {
  const partial = new BackupFolder(path.join(dataDir, "partial"));
  const name = await backUpEmbedded({ url: postgres.ownerUrl, files }, partial);
  const contents = await partial.read(name);
  await rm(path.join(partial.place, `copies/${name}/database-000000`));
  expect(await partial.complete()).toEqual([]);
  expect(await partial.list()).toMatchObject([
    { name, contents: null, problem: expect.stringContaining("database-000000 is missing") },
  ]);
  await expect(partial.finish(name, contents)).rejects.toThrow(
    `copies/${name}/database-000000 was removed while the backup was made.`,
  );
});

test("a backup that is stopped ends soon and is not offered", async () => {
  const stopping = new AbortController();
  class Stopped extends BackupFolder {
    override async writePart(name: string, index: number, bytes: Buffer): Promise<void> {
      await super.writePart(name, index, bytes);
      stopping.abort();
    }
  }
  const ended = new Stopped(path.join(dataDir, "ended"));
  const source = { url: postgres.ownerUrl, files, signal: stopping.signal };
  await expect(backUpEmbedded(source, ended)).rejects.toThrow("aborted");
  expect(await ended.complete()).toEqual([]);
});
