import { chown, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certificateFor } from "../../testing/certificate.ts";
import { openDataDir } from "../../testing/data-dir.ts";
import { runStatements } from "../../testing/run-statements.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { migrate } from "../migrate.ts";
import { createPool } from "../pool.ts";

const ours = certificateFor("localhost");
let dataDir: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await openDataDir("encrypted");
  postgres = await startEmbeddedPostgres({ dataDir });
});
afterAll(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Writes a file that PostgreSQL takes as a key: its owner's alone. */
async function write(name: string, text: string): Promise<string> {
  const file = path.join(postgres.dataDir, "postgres", name);
  await writeFile(file, text, { mode: 0o600 });
  const { uid, gid } = await stat(path.dirname(file));
  await chown(file, uid, gid);
  return file;
}

/** Lets the server encrypt with a certificate from now on. */
async function serve({ cert, key }: typeof ours): Promise<void> {
  await write("server.crt", cert);
  await write("server.key", key);
  await runStatements(postgres.ownerUrl, ["ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()"]);
}

async function urlWith(authority: typeof ours): Promise<string> {
  const url = new URL(postgres.ownerUrl);
  url.hostname = "localhost";
  url.searchParams.set("sslmode", "verify-full");
  url.searchParams.set("sslrootcert", await write("authority.crt", authority.cert));
  return url.href;
}

async function isEncrypted(url: string): Promise<boolean> {
  const pool = createPool(url, 1);
  try {
    const { rows } = await pool.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    return rows[0]?.ssl === true;
  } finally {
    await pool.end();
  }
}

test("sslmode=verify-full encrypts, or doesn't connect (ASVS 12.3.1)", async () => {
  await expect(isEncrypted(await urlWith(ours))).rejects.toThrow("does not support SSL");

  await serve(ours);
  await expect.poll(async () => isEncrypted(await urlWith(ours)).catch(String)).toBe(true);
  await migrate(await urlWith(ours));
  await expect(isEncrypted(await urlWith(certificateFor("localhost")))).rejects.toThrow(
    "self-signed certificate",
  );

  const elsewhere = certificateFor("db.example");
  await serve(elsewhere);
  await expect
    .poll(async () => isEncrypted(await urlWith(elsewhere)).catch(String))
    .toContain("Host: localhost. is not in the cert's altnames: DNS:db.example");
});
