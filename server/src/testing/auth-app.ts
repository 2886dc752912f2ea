import { randomUUID } from "node:crypto";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino, type Logger } from "pino";
import { createApp } from "../app.ts";
import { grantWithHash } from "../sign-in/first-admin.ts";
import { hashSecret } from "../sign-in/password-hash.ts";
import { Sessions } from "../sign-in/sessions.ts";
import { openCustomer } from "../sign-in/sign-up.ts";
import { accountByEmail, markSignedIn } from "../sign-in/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { Bus } from "../events/bus.ts";
import { LocalFiles } from "../files/local-files.ts";
import { taskHandlers } from "../job-handlers/handlers.ts";
import { JobRunner } from "../jobs/runner.ts";
import { PictureStore } from "../media/picture-store.ts";
import { Pushes } from "../push/pushes.ts";
import { sourceOf } from "../media/sql.ts";
import { readSettings, type Settings } from "../settings.ts";
import { openDatabase, openPool, type TestDatabase } from "./database.ts";
import { openPlainSecrets } from "./secrets.ts";
import { waitFor } from "./wait-for.ts";

export const password = "correct horse battery";
/** Its hash, made once: each takes as long as a hundred statements. */
let passwordHash: Promise<string> | undefined;
const hashOfPassword = () => (passwordHash ??= hashSecret(password));
/** The device of injected requests. */
const device = { ip: "127.0.0.1", userAgent: "lightMyRequest" };

export interface AuthAppOptions extends Partial<
  Pick<
    Settings,
    | "jwtSecret"
    | "privateWebhooks"
    | "rateLimits"
    | "smtpUrl"
    | "languages"
    | "demo"
    | "demoPublic"
    | "staffFactorFrom"
    | "trustProxy"
    | "metricsToken"
    | "pushOrigins"
    | "scanUrl"
    | "auditUrl"
    | "auditToken"
  >
> {
  /** A `silent` bus neither receives nor sends events between processes. */
  readonly bus?: "silent";
  readonly log?: Logger;
}

export interface SignedUp {
  readonly userId: number;
  readonly email: string;
  readonly jwt: string;
}

export interface FormFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export type Row = Readonly<Record<string, unknown>>;

/** An email in the outbox. */
export interface TestMail {
  readonly subject: string;
  readonly reply_to: string | null;
  readonly text_body: string;
  readonly html_body: string;
}

/**
 * The server without its web pages, on its own database, with running jobs. It does not listen;
 * requests are injected.
 */
export interface AuthApp {
  readonly app: FastifyInstance;
  readonly routes: readonly string[];
  readonly context: Context;
  readonly pushes: Pushes;
  readonly secret: string;
  readonly databaseUrl: string;
  /** The same database as a superuser, who owns the tables. */
  readonly ownerUrl: string;
  get(path: string, jwt?: string): Promise<LightMyRequestResponse>;
  post(path: string, body?: object, jwt?: string): Promise<LightMyRequestResponse>;
  put(path: string, body?: object, jwt?: string): Promise<LightMyRequestResponse>;
  patch(path: string, body?: object, jwt?: string): Promise<LightMyRequestResponse>;
  delete(path: string, jwt?: string, body?: object): Promise<LightMyRequestResponse>;
  /** Sends a multipart form. A field can be repeated. */
  form(
    method: "POST" | "PUT" | "DELETE",
    path: string,
    parts: readonly (readonly [field: string, value: string | FormFile])[],
    jwt?: string,
  ): Promise<LightMyRequestResponse>;
  logIn(email: string, password?: string, ip?: string): Promise<LightMyRequestResponse>;
  sibling(options?: AuthAppOptions): Promise<AuthApp>;
  newEmail(): string;
  /** A customer as if just signed up; `sign-up.test.ts` tests the way there. */
  customer(more?: { readonly timeZone: string }): Promise<SignedUp>;
  administrator(): Promise<SignedUp>;
  support(): Promise<SignedUp>;
  /** Requests a code, waits for its email and verifies the address. */
  verify(email: string): Promise<void>;
  /** Waits for an email whose code differs from `previous` and returns its code. */
  codeOf(email: string, previous?: string): Promise<string>;
  mailTo(email: string, subject: string): Promise<TestMail>;
  forgetMailLimits(email: string): Promise<void>;
  setStatus(userId: number, status: string): Promise<void>;
  /** Backdates a token's session so that it expired that long ago. */
  expire(jwt: string, ago: string): Promise<void>;
  secondsLeft(jwt: string): Promise<number>;
  /** Runs a statement as the owner of the tables. */
  query(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Tests block one statement while running another. */
const OWNER_CONNECTIONS = 4;
const secret = "a secret for tests with more than 32 characters";

/** Opens a server on a new database, or on a given one, which it drops when it's closed. */
export async function openAuthApp(
  options: AuthAppOptions = {},
  database?: TestDatabase,
): Promise<AuthApp> {
  return startAuthApp(database ?? (await openDatabase()), options, true);
}

async function startAuthApp(
  database: TestDatabase,
  { bus: kind, log = pino({ level: "silent" }), ...overrides }: AuthAppOptions,
  first: boolean,
): Promise<AuthApp> {
  const settings: Settings = {
    ...readSettings({
      DATABASE_URL: database.url,
      JWT_SECRET: secret,
      DEMO: "1",
      RATE_LIMITS: "1000",
    }),
    ...overrides,
  };
  const pool = openPool(database.url);
  const ownerPool = openPool(database.ownerUrl, OWNER_CONNECTIONS);
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-files-"));
  const bus = new Bus(database.url, log);
  if (kind !== "silent") await bus.start();
  const context: Context = {
    settings,
    databaseUrl: database.url,
    servers: null,
    pool,
    secrets: await openPlainSecrets(pool),
    bus,
    files: new LocalFiles(folder),
    log,
    publicUrl: "https://gavelyard.example",
  };
  const pushes = new Pushes(context);
  const handlers = await taskHandlers(context, pushes.sendPush);
  const jobs = first ? await JobRunner.start({ pool, log, handlers }) : null;

  const server = await createApp(context, {
    pictures: new PictureStore(context.files, (id) => sourceOf(pool, id)),
    pushes,
    checkResponses: true,
    pages: false,
    isReady: () => true,
  });
  const app = server.http;

  const query = async (text: string, values: unknown[] = []): Promise<Row[]> =>
    (await ownerPool.query<Row>(text, values)).rows;
  const call = (request: InjectOptions, jwt: string | undefined) =>
    app.inject({
      ...request,
      headers: {
        ...request.headers,
        ...(jwt === undefined ? {} : { authorization: `Bearer ${jwt}` }),
      },
    });
  const post: AuthApp["post"] = (url, body, jwt) =>
    call({ method: "POST", url, ...(body === undefined ? {} : { payload: body }) }, jwt);
  const newEmail = () => `${randomUUID().slice(0, 13)}@example.com`;

  const codeOf: AuthApp["codeOf"] = (email, previous) =>
    waitFor(async () => {
      const { rows } = await pool.query<{ text_body: string }>(
        "SELECT text_body FROM mails WHERE recipient = $1 AND text_body ~ '\\y\\d{6}\\y' ORDER BY id DESC LIMIT 1",
        [email],
      );
      const code = /\b\d{6}\b/.exec(rows[0]?.text_body ?? "")?.[0];
      return code === previous ? undefined : code;
    }, `a code for ${email}`);

  const verify: AuthApp["verify"] = async (email) => {
    await post("/auth/sendotp", { email });
    const reply = await post("/auth/verifyotp", { email, otp: await codeOf(email) });
    if (reply.statusCode !== 200) throw new Error(`not verified: ${reply.body}`);
  };

  const sessions = new Sessions(context);
  const staff = async (name: string, role: "ROLE_ADMIN" | "ROLE_ADMIN_SUPPORT") => {
    const email = newEmail();
    await grantWithHash(context, { email, name, passwordHash: await hashOfPassword() });
    await query("UPDATE users SET role = $2 WHERE email = $1 AND role <> $2", [email, role]);
    return act(context, async (tx): Promise<SignedUp> => {
      const account = await accountByEmail(tx, email);
      if (account === null || !(await markSignedIn(tx, account))) throw new Error("not signed in");
      const jwt = await sessions.issue(tx, account.id, device);
      return { userId: account.id, email, jwt };
    });
  };
  const logIn: AuthApp["logIn"] = (email, given = password, ip = "127.0.0.1") =>
    call(
      {
        method: "POST",
        url: "/auth/login",
        payload: { email, password: given },
        remoteAddress: ip,
      },
      undefined,
    );

  return {
    app,
    routes: server.routes,
    context,
    pushes,
    secret,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    get: (url, jwt) => call({ method: "GET", url }, jwt),
    post,
    put: (url, body, jwt) =>
      call({ method: "PUT", url, ...(body === undefined ? {} : { payload: body }) }, jwt),
    patch: (url, body, jwt) =>
      call({ method: "PATCH", url, ...(body === undefined ? {} : { payload: body }) }, jwt),
    delete: (url, jwt, body) =>
      call({ method: "DELETE", url, ...(body === undefined ? {} : { payload: body }) }, jwt),
    form: async (method, url, parts, jwt) => {
      const form = new FormData();
      for (const [name, value] of parts) {
        if (typeof value === "string") form.append(name, value);
        else form.append(name, new Blob([new Uint8Array(value.bytes)]), value.fileName);
      }
      const encoded = new Response(form);
      return call(
        {
          method,
          url,
          headers: { "content-type": encoded.headers.get("content-type") ?? "" },
          payload: Buffer.from(await encoded.arrayBuffer()),
        },
        jwt,
      );
    },
    logIn,
    sibling: (more = {}) => startAuthApp(database, more, false),
    newEmail,
    query,
    verify,
    codeOf,
    customer: async (more) => {
      const email = newEmail();
      const account = { email, name: "Dana Reyes", passwordHash: await hashOfPassword(), ...more };
      return act(context, async (tx) => {
        const userId = await openCustomer(tx, context, account);
        return { userId, email, jwt: await sessions.issue(tx, userId, device) };
      });
    },
    administrator: () => staff("Ada Admin", "ROLE_ADMIN"),
    support: () => staff("Sam Support", "ROLE_ADMIN_SUPPORT"),
    mailTo: (email, subject) =>
      waitFor(async () => {
        const { rows } = await pool.query<TestMail>(
          "SELECT subject, reply_to, text_body, html_body FROM mails WHERE recipient = $1 AND subject LIKE $2 LIMIT 1",
          [email, `%${subject}%`],
        );
        return rows[0];
      }, `a mail to ${email} about ${subject}`),
    forgetMailLimits: async (email) => {
      await query("DELETE FROM rate_windows WHERE starts_with(bucket, $1)", [
        `code-mailbox:${email}`,
      ]);
    },
    setStatus: (userId, status) =>
      act(context, async (tx, record) => {
        await tx.query("UPDATE users SET status = $2 WHERE id = $1", [userId, status]);
        record({ type: "access-changed", userId });
      }),
    expire: async (jwt, ago) => {
      await query("UPDATE sessions SET expires_at = clock_ms() - $2::interval WHERE jti = $1", [
        jtiOf(jwt),
        ago,
      ]);
    },
    secondsLeft: async (jwt) => {
      const { rows } = await pool.query<{ left: number }>(
        "SELECT extract(epoch FROM expires_at - clock_ms()) AS left FROM sessions WHERE jti = $1",
        [jtiOf(jwt)],
      );
      return rows[0]?.left ?? 0;
    },
    close: async () => {
      await jobs?.stop();
      await server.stop();
      await bus.stop();
      await rm(folder, { recursive: true, force: true });
      await pool.end();
      await ownerPool.end();
      if (first) await database.drop();
    },
  };
}

export function jtiOf(jwt: string): string {
  return JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString()).jti;
}
