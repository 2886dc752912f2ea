import { mkdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { switchCopies } from "./audit/copies-sql.ts";
import { createLogCopier } from "./audit/copy-logs.ts";
import { ensureFirstAdmin } from "./sign-in/first-admin.ts";
import { createApp, type App } from "./app.ts";
import type { Context } from "./context.ts";
import { PostgresSupervisor } from "./db/embedded/postgres-supervisor.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./db/embedded/embedded-postgres.ts";
import { migrateFor, migrateOwn, NotMigrated } from "./db/migrate.ts";
import { createCallPool, createPool } from "./db/pool.ts";
import { keySourceOf, SecretsError } from "./db/secrets/secrets-key.ts";
import { Secrets } from "./db/secrets/secrets.ts";
import { urlsOf } from "./db/servers/server-urls.ts";
import { DatabaseServers, ServersError } from "./db/servers/servers.ts";
import { readUnsafeSetting } from "./db/unsafe-setting-sql.ts";
import { matchDemoAccounts } from "./demo/close-accounts.ts";
import { fillDemo, noDemo, runDemo, type Demo } from "./demo/demo.ts";
import { Bus } from "./events/bus.ts";
import { chooseCarrier } from "./events/carrier.ts";
import type { Certificate } from "./http/connections/http-server.ts";
import { createLogger } from "./http/logger.ts";
import { handleUnhandledRejections } from "./http/unhandled-rejections.ts";
import { taskHandlers } from "./job-handlers/handlers.ts";
import { Importer } from "./inventory/imports/importer.ts";
import { JobRunner } from "./jobs/runner.ts";
import { createProofChecks } from "./lot-proofs/check-proofs.ts";
import { createDuePushes } from "./push/due-pushes.ts";
import { Pushes } from "./push/pushes.ts";
import { createReminders } from "./reminders/reminders.ts";
import { createSearchAlerts } from "./saved-searches/alerts.ts";
import { createSignalFinder } from "./shill-signals/finder.ts";
import { DiskFullError } from "./room-left.ts";
import { openFiles } from "./files/open-files.ts";
import { createLogCopies } from "./backups/copy-log.ts";
import { createNightlyBackup } from "./backups/nightly-backup.ts";
import { mark, markNotKept } from "./backups/marks-sql.ts";
import { createArchiveWatch } from "./backups/watch-archive.ts";
import { heldSince } from "./backups/sql.ts";
import { PictureStore } from "./media/picture-store.ts";
import { sourceOf } from "./media/sql.ts";
import { warmPictures } from "./media/warm-pictures.ts";
import { readSettings, SettingsError, type Settings } from "./settings.ts";

/** Maximum ms of a shutdown after its drain; then the process exits anyway. */
const STOP_WITHIN_MS = 10_000;
/** Maximum ms that background work may take to end; a backup would take longer. */
const WORK_STOPS_WITHIN_MS = 6_000;
/** Three of them listen for new jobs. */
const JOB_CONNECTIONS = 6;
/** Delay of reminders and signals, so that the server takes requests first. */
const AFTER_START_MS = 5_000;
/** Checks of old proofs aren't urgent. */
const CHECKS_AFTER_MS = 20_000;
/** Maximum ms to wait for a writable database server on startup. */
const PRIMARY_WITHIN_MS = 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Exits with one line that says what to fix. */
function giveUp(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

async function openDatabase(
  settings: Settings,
): Promise<{ url: string; embedded: EmbeddedPostgres | null }> {
  if (settings.databaseUrl !== null) return { url: settings.databaseUrl, embedded: null };
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, say });
  say(
    embedded.dataExisted
      ? `Using the data in ${embedded.dataDir}`
      : `Created a new database in ${embedded.dataDir}`,
  );
  return { url: embedded.url, embedded };
}

/** Watches the database servers if there are several, or if changes must be on two. */
async function openServers(settings: Settings, log: Logger): Promise<DatabaseServers | null> {
  const { databaseUrl: url, databaseCopies, dataDir } = settings;
  if (url === null || (urlsOf(url).length === 1 && databaseCopies === 0)) return null;
  await mkdir(dataDir, { recursive: true });
  return DatabaseServers.open(url, {
    copies: databaseCopies > 0,
    dataDir,
    log,
    withinMs: PRIMARY_WITHIN_MS,
  });
}

/** Thrown when Gavelyard can't start. The message is one line for the operator. */
class StartError extends Error {
  override readonly name = "StartError";
}

/** Cleanups on exit, in the order of startup. They run in reverse. */
type Cleanups = ((drainMs: number) => Promise<unknown>)[];

interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Stops background work, all at once. Work that doesn't end in time loses its database, and starts
 * over next time; an incomplete backup is never listed.
 */
async function stopWorks(works: readonly Stoppable[]): Promise<void> {
  await Promise.race([
    Promise.allSettled(works.map((work) => work.stop())),
    sleep(WORK_STOPS_WITHIN_MS, undefined, { ref: false }),
  ]);
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  handleUnhandledRejections(log);
  const cleanups: Cleanups = [];
  const cleanUp = async (drainMs: number) => {
    for (const cleanup of cleanups.splice(0).toReversed()) {
      await cleanup(drainMs).catch((error: unknown) => log.error({ err: error }, "stopping"));
    }
  };
  const started = start(settings, log, cleanups);
  stopOnSignals(settings.drainSec * 1_000, async (drainMs) => {
    // Waits for a startup in progress, which could otherwise leave something running.
    await started.catch(() => {});
    await cleanUp(drainMs);
  });
  try {
    await started;
  } catch (error) {
    await cleanUp(0);
    throw error;
  }
}

async function start(settings: Settings, log: Logger, cleanups: Cleanups): Promise<void> {
  const { url, embedded } = await openDatabase(settings);
  if (embedded !== null) {
    cleanups.push(() => embedded.stop());
    const supervisor = await PostgresSupervisor.start(embedded, log);
    cleanups.push(() => supervisor.stop());
  }

  const servers = await openServers(settings, log);
  if (servers !== null) cleanups.push(() => servers.stop());
  const address = servers ?? url;

  if (embedded !== null) await migrateFor(embedded.ownerUrl, url);
  else if ((await migrateOwn(servers?.primaryUrl ?? url)) && !settings.demo)
    log.warn(
      "The server's database role can change the audit. Give the tables another owner: docs/operating.md",
    );
  const pool = createCallPool(address);
  cleanups.push(() => pool.end());
  await refuseUnsafe(pool);
  await refuseHeld(pool);
  const secrets = await Secrets.open(pool, keySourceOf(settings, embedded?.dataDir ?? null, say));
  if (!secrets.sealed)
    log.warn(
      "Stored secrets aren't sealed, so a copy of the database reveals them. Set SECRETS_KEY",
    );
  const bus = new Bus(address, log, await chooseCarrier(settings.busUrl, pool));
  await bus.start();
  cleanups.push(() => bus.stop());

  let ready = false;
  const shownUrl =
    settings.publicUrl ?? `http${settings.tls === null ? "" : "s"}://localhost:${settings.port}`;
  const context: Context = {
    settings,
    databaseUrl: url,
    servers,
    pool,
    secrets,
    bus,
    files: openFiles(settings),
    log,
    publicUrl: shownUrl.replace(/\/$/, ""),
  };
  const closed = await matchDemoAccounts(context);
  if (closed > 0) say(`The demo is off. Its ${closed} accounts can no longer sign in.`);
  await ensureFirstAdmin(context, settings.firstAdmin);
  const isDemo = await fillDemo(context);
  const pictures = new PictureStore(context.files, (id) => sourceOf(pool, id));
  const pushes = new Pushes(context);
  const jobPool = createPool(address, JOB_CONNECTIONS);
  cleanups.push(() => jobPool.end());
  const works: Stoppable[] = [];
  const app = await createApp(context, {
    pictures,
    pushes,
    checkResponses: settings.dev,
    pages: true,
    isReady: () => ready,
    certificate: await readCertificate(settings),
  });
  cleanups.push(() => Promise.all([app.stop(), stopWorks(works)]));
  const demo = isDemo ? await runDemo(context, { desk: app.desk, pictures }) : noDemo;
  cleanups.push(() => demo.stop());

  const handlers = await taskHandlers(context, pushes.sendPush);
  const jobs = await JobRunner.start({ pool: jobPool, log, handlers });
  works.push(jobs);
  const reminders = createReminders(context);
  reminders.wake(AFTER_START_MS);
  works.push(reminders);
  const duePushes = createDuePushes(context, pushes);
  duePushes.wake(AFTER_START_MS);
  works.push(duePushes);
  const searchAlerts = createSearchAlerts(context);
  searchAlerts.wake(AFTER_START_MS);
  works.push(searchAlerts);
  const signals = createSignalFinder(context);
  signals.wake(AFTER_START_MS);
  works.push(signals);
  const importer = new Importer(context, pictures);
  importer.start();
  works.push(importer);
  await switchCopies(pool, settings.auditUrl !== null);
  if (settings.auditUrl !== null) {
    const copier = createLogCopier(context);
    copier.wake(AFTER_START_MS);
    works.push(copier);
  }
  const checks = createProofChecks(context);
  checks.wake(CHECKS_AFTER_MS);
  works.push(checks);
  if (embedded === null && settings.stanza === null) await markNotKept(pool);
  else await mark(pool, "KEPT");
  if (settings.stanza !== null) {
    const archive = createArchiveWatch(context);
    archive.wake();
    works.push(archive);
  }
  if (embedded !== null) {
    const asOwner = { ...context, databaseUrl: embedded.ownerUrl };
    const logCopies = createLogCopies(asOwner, embedded.dataDir);
    logCopies.wake();
    works.push(logCopies);
    const backups = createNightlyBackup(asOwner);
    backups.wake(AFTER_START_MS);
    works.push(backups);
  }
  const warming = new AbortController();
  const warmed = settings.warmPictures
    ? warmPictures(context, pictures, warming.signal)
    : Promise.resolve();
  cleanups.push(async () => {
    warming.abort();
    await warmed;
  });

  await listen(app, settings);
  ready = true;
  // `/readyz` fails first, so that load balancers stop sending requests before the port closes.
  cleanups.push((drainMs) => {
    ready = false;
    return app.drain(drainMs);
  });
  announce(context, demo);
}

async function refuseUnsafe(pool: Pool): Promise<void> {
  const setting = await readUnsafeSetting(pool);
  if (setting === null) return;
  throw new StartError(
    `${setting} is off on the database server, so a power failure could lose bids. Turn it on, then start again.`,
  );
}

async function refuseHeld(pool: Pool): Promise<void> {
  const since = await heldSince(pool);
  if (since === null) return;
  throw new StartError(
    `This marketplace was restored to ${since.toISOString()} and is held. Choose how its open lots continue: npm run restore -- --open extend (later by the lost time) or as-is.`,
  );
}

async function readCertificate({ tls }: Settings): Promise<Certificate | null> {
  if (tls === null) return null;
  const [cert, key] = await Promise.all(
    [tls.certFile, tls.keyFile].map((file) =>
      readFile(file, "utf8").catch((error: unknown) => {
        throw new StartError(`TLS_CERT_FILE or TLS_KEY_FILE can't be read: ${String(error)}`);
      }),
    ),
  );
  return { cert: cert ?? "", key: key ?? "" };
}

async function listen(app: App, settings: Settings): Promise<void> {
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      throw new StartError(
        `Port ${settings.port} is taken. Stop the program that uses it, or set PORT.`,
      );
    throw error;
  }
}

/** Prints a paragraph at once: it ends with an empty line, so that a reader knows that it has it all. */
function announce(context: Context, demo: Demo): void {
  const lines = ["", `Gavelyard is open at ${context.publicUrl}`];
  if (demo.accounts.length > 0) {
    const accounts = demo.accounts.map(
      ({ label, email, password }) => `  ${label.padEnd(34)} ${email.padEnd(32)} ${password}`,
    );
    lines.push("Demo sign-ins:", ...accounts, `Demo emails: ${context.publicUrl}/demo/mailbox`);
    if (context.settings.host === "127.0.0.1")
      lines.push(
        "Only this computer can open the demo. Set HOST=0.0.0.0 to open it to your network.",
      );
  }
  say([...lines, ""].join("\n"));
}

/** Shuts down after the drain on SIGTERM, immediately on SIGINT (Ctrl-C). */
function stopOnSignals(drainMs: number, stopAll: (drainMs: number) => Promise<void>): void {
  let stopping = false;
  const stop = (forMs: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), forMs + STOP_WITHIN_MS).unref();
    stopAll(forMs).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", () => stop(0));
  process.on("SIGTERM", () => stop(drainMs));
}

function explain(error: unknown): string {
  if (
    error instanceof SettingsError ||
    error instanceof StartError ||
    error instanceof NotMigrated ||
    error instanceof SecretsError ||
    error instanceof DiskFullError ||
    error instanceof ServersError
  )
    return error.message;
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return explain(error.errors[0]);
  if (!(error instanceof Error)) return `Gavelyard couldn't start: ${String(error)}`;
  const code = "code" in error ? String(error.code) : "";
  if (/^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|28P01|28000|3D000)$/.test(code)) {
    return `We can't reach the database: ${error.message}. Check DATABASE_URL.`;
  }
  return `Gavelyard couldn't start: ${error.message}`;
}

try {
  await main();
} catch (error) {
  giveUp(explain(error).split("\n")[0] ?? "Gavelyard couldn't start");
}
