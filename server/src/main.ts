import type { Logger } from "pino";
import { ensureFirstAdmin } from "./auth/first-admin.ts";
import { createApp, type App } from "./app.ts";
import type { Context } from "./context.ts";
import { EmbeddedCare } from "./db/embedded-care.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./db/embedded-postgres.ts";
import { migrate } from "./db/migrate.ts";
import { createCallPool, createPool } from "./db/pool.ts";
import { matchDemoAccounts } from "./demo/close-accounts.ts";
import { startDemo, type Demo } from "./demo/demo.ts";
import { Bus } from "./events/bus.ts";
import { chooseCarrier } from "./events/carrier.ts";
import { createLogger } from "./http/logger.ts";
import { hearUnhandledRejections } from "./http/unhandled-rejections.ts";
import { taskHandlers } from "./jobs/handlers.ts";
import { catchUpFacets } from "./inventory/facets-sql.ts";
import { Importer } from "./inventory/imports/importer.ts";
import { JobRunner } from "./jobs/runner.ts";
import { createProofChecks } from "./proofs/check-proofs.ts";
import { createReminders } from "./reminders/reminders.ts";
import { createSignalFinder } from "./signals/finder.ts";
import { NoRoom } from "./files/room-left.ts";
import { openFiles } from "./files/open-files.ts";
import { PictureStore } from "./media/picture-store.ts";
import { sourceOf } from "./media/sql.ts";
import { warmPictures } from "./media/warm-pictures.ts";
import { readSettings, SettingsError, type Settings } from "./settings.ts";

/** How long a stop may take, after its drain, before the process ends all the same. */
const STOP_WITHIN_MS = 10_000;
const JOB_CONNECTIONS = 4;
/** Reminders and hints begin once people are served. */
const AFTER_START_MS = 5_000;
/** Proofs of old closes are in no hurry. */
const CHECKS_AFTER_MS = 20_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Ends the start with one line that says what to mend. */
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

/** Thrown when the product cannot start; its message is one line for the person who starts it. */
class StartError extends Error {
  override readonly name = "StartError";
}

/** What is to be done when the process ends, in the order in which it was begun. */
type Cleanups = ((drainMs: number) => Promise<unknown>)[];

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  hearUnhandledRejections(log);
  const cleanups: Cleanups = [];
  const cleanUp = async (drainMs: number) => {
    for (const cleanup of cleanups.splice(0).toReversed()) {
      await cleanup(drainMs).catch((error: unknown) => log.error({ err: error }, "stopping"));
    }
  };
  const started = start(settings, log, cleanups);
  stopOnSignals(settings.drainSec * 1_000, async (drainMs) => {
    // A start that is under way is let finish first, or it would leave behind what it begins later.
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
    const care = await EmbeddedCare.start(embedded, log);
    cleanups.push(() => care.stop());
  }

  await migrate(url);
  const pool = createCallPool(url);
  cleanups.push(() => pool.end());
  const bus = new Bus(url, log, await chooseCarrier(settings.busUrl, pool));
  await bus.start();
  cleanups.push(() => bus.stop());

  let ready = false;
  const shownUrl = settings.publicUrl ?? `http://localhost:${settings.port}`;
  const context: Context = {
    settings,
    databaseUrl: url,
    pool,
    bus,
    files: openFiles(settings),
    log,
    publicUrl: shownUrl.replace(/\/$/, ""),
  };
  const closed = await matchDemoAccounts(context);
  if (closed > 0) say(`The demo is off. Its ${closed} accounts can no longer sign in.`);
  await ensureFirstAdmin(context, settings.firstAdmin);
  const pictures = new PictureStore(context.files, (id) => sourceOf(pool, id));
  const app = await createApp(context, {
    pictures,
    checkResponses: settings.dev,
    pages: true,
    isReady: () => ready,
  });
  cleanups.push(() => app.stop());
  const demo = await startDemo(context, { desk: app.desk, pictures });
  cleanups.push(() => demo.stop());

  const jobPool = createPool(url, JOB_CONNECTIONS);
  cleanups.push(() => jobPool.end());
  const jobs = await JobRunner.start({ pool: jobPool, log, handlers: taskHandlers(context) });
  cleanups.push(() => jobs.stop());
  const reminders = createReminders(context);
  reminders.wake(AFTER_START_MS);
  cleanups.push(() => reminders.stop());
  const signals = createSignalFinder(context);
  signals.wake(AFTER_START_MS);
  cleanups.push(() => signals.stop());
  const importer = new Importer(context, pictures);
  importer.start();
  cleanups.push(() => importer.stop());
  const checks = createProofChecks(context);
  checks.wake(CHECKS_AFTER_MS);
  cleanups.push(() => checks.stop());
  const warming = new AbortController();
  const warmed = settings.warmPictures
    ? warmPictures(context, pictures, warming.signal)
    : Promise.resolve();
  // After units came in by the million; otherwise there is nothing to do.
  const counted = catchUpFacets(context.pool, warming.signal).catch((error: unknown) =>
    context.log.warn({ err: error }, "facets could not be brought up to date"),
  );
  cleanups.push(async () => {
    warming.abort();
    await Promise.all([warmed, counted]);
  });

  await listen(app, settings);
  ready = true;
  // Load balancers see that it is not ready, and send nobody here, before the port closes.
  cleanups.push((drainMs) => {
    ready = false;
    return app.drain(drainMs);
  });
  announce(context, demo);
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

function announce(context: Context, demo: Demo): void {
  say(`\nGavelyard is open at ${context.publicUrl}`);
  if (demo.accounts.length === 0) return;
  say("Demo sign-ins:");
  for (const account of demo.accounts) {
    say(`  ${account.label.padEnd(34)} ${account.email.padEnd(32)} ${account.password}`);
  }
  say(`Demo emails: ${context.publicUrl}/demo/mailbox\n`);
}

/** Stops at SIGTERM after load balancers had time to notice, and at once at SIGINT, from a keyboard. */
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
  if (error instanceof SettingsError || error instanceof StartError || error instanceof NoRoom)
    return error.message;
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return explain(error.errors[0]);
  if (!(error instanceof Error)) return `Gavelyard could not start: ${String(error)}`;
  const code = "code" in error ? String(error.code) : "";
  if (/^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|28P01|28000|3D000)$/.test(code)) {
    return `We can't reach the database: ${error.message}. Check DATABASE_URL.`;
  }
  return `Gavelyard could not start: ${error.message}`;
}

try {
  await main();
} catch (error) {
  giveUp(explain(error).split("\n")[0] ?? "Gavelyard could not start");
}
