import { languages, type Language } from "@gavelyard/messages/languages";
import { z } from "zod";
import { isVaried, keysExpected, parseKeys } from "./db/secrets/secrets-key.ts";
import { urlsOf } from "./db/servers/server-urls.ts";
import { isPrivateHost } from "./network/nearby.ts";
import { plainConnection } from "./network/plain-connections.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const httpUrl = z.url({ protocol: /^https?$/, message: "must be an http(s) URL" });
const storeUrl = z
  .string()
  .regex(
    /^(file:\/\/\/|s3\+https?:\/\/[^:@/]+:[^:@/]+@[^/?]+\/[^/?]+)/,
    "must be file:///folder or s3+https://KEY:SECRET@host/bucket",
  );
const busUrl = z
  .string()
  .refine(isBusUrl, "must be redis://, rediss://, nats:// or tls://, a host and nothing else");
const optional = <T extends z.ZodType>(schema: T) => schema.optional();

const environment = z.object({
  PORT: port.default(8080),
  HOST: optional(z.string().min(1)),
  DATA_DIR: z.string().min(1).default("data"),
  DATABASE_URL: optional(
    z
      .string()
      .refine(
        (value) => urlsOf(value).length > 0,
        "must begin with postgres:// or postgresql://, with commas between several hosts",
      ),
  ),
  MIGRATE_URL: optional(
    z.string().refine((value) => urlsOf(value).length > 0, "must begin with postgres://"),
  ),
  DATABASE_COPIES: z.enum(["0", "1"]).transform(Number).default(0),
  DEMO: optional(flag),
  DEMO_PUBLIC: flag.default(false),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")),
  SMTP_PLAIN: flag.default(false),
  TRUSTED_NETWORK: flag.default(false),
  FILES_URL: optional(storeUrl),
  BUS_URL: optional(busUrl),
  BACKUP_URL: optional(storeUrl),
  PGBACKREST_STANZA: optional(z.string().regex(/^[\w.-]+$/, "must be the name of a stanza")),
  PUBLIC_URL: optional(httpUrl),
  LANGUAGES: z
    .string()
    .transform((value) => value.split(",").map((each) => each.trim()))
    .pipe(z.array(z.enum(languages, `must be any of ${languages.join(", ")}, separated by commas`)))
    .refine((offered) => offered.includes("en"), "must contain en")
    .default(["en", "es"]),
  API_ORIGIN: optional(httpUrl),
  JWT_SECRET: optional(
    z
      .string()
      .min(32, "must have at least 32 characters")
      .refine(isVaried, "must be random, such as 48 random bytes in base64"),
  ),
  SECRETS_KEY: z
    .string()
    .default("")
    .transform((value) => (value === "" ? [] : parseKeys(value)))
    .refine((keys) => keys !== null, keysExpected),
  SECRETS_KEY_FILE: optional(z.string()),
  DEFAULT_BID_LIMIT: z.coerce.number().int().min(0).max(100_000_000).default(25_000),
  RATE_LIMITS: z.coerce.number().min(0).max(1_000_000).default(1),
  DRAIN_SEC: z.coerce.number().min(0).max(300).default(5),
  WARM_PICTURES: flag.default(true),
  WEBHOOK_PRIVATE: flag.default(false),
  TRUST_PROXY: z
    .string()
    .transform((value) => value.split(",").map((each) => each.trim()))
    .pipe(
      z.array(
        z.union(
          [
            z.literal(["loopback", "linklocal", "uniquelocal"]),
            z.ipv4(),
            z.ipv6(),
            z.cidrv4(),
            z.cidrv6(),
          ],
          "must be addresses or networks of proxies, separated by commas",
        ),
      ),
    )
    .default([]),
  STAFF_FACTOR_FROM: optional(z.iso.date("must be a day, such as 2027-02-01")),
  TLS_CERT_FILE: optional(z.string()),
  TLS_KEY_FILE: optional(z.string()),
  AUDIT_URL: optional(httpUrl),
  AUDIT_TOKEN: optional(z.string()),
  METRICS_TOKEN: optional(z.string().min(16, "must have at least 16 characters")),
  ADMIN_EMAIL: optional(z.email("must be an email address")),
  ADMIN_PASSWORD: optional(z.string().min(8, "must have at least 8 characters").max(128)),
  SITE_PHONE: z.string().max(40).default("+1 (213) 555-0134"),
  SITE_EMAIL: z.email("must be an email address").default("support@gavelyard.example"),
  SITE_ADDRESS: z.string().max(200).default("1200 Alameda Street, Los Angeles, CA 90021"),
  SITE_INSTAGRAM: httpUrl.default("https://www.instagram.com/"),
  AVATAR_URL: optional(
    z
      .string()
      .refine(
        isAvatarUrl,
        "must be an http(s) URL with {name} after its host, such as https://avatars.example/{name}?size={size}",
      ),
  ),
  SITE_FACEBOOK: httpUrl.default("https://www.facebook.com/"),
  PUSH_ORIGINS: z
    .string()
    .transform((value) => value.split(",").map((each) => each.trim()))
    .pipe(
      z.array(
        z
          .string()
          .refine(isOrigin, "must be origins separated by commas, such as https://push.example"),
      ),
    )
    .default([]),
  BREACHED_PASSWORDS_URL: optional(httpUrl.transform((url) => url.replace(/\/+$/, ""))),
  SCAN_URL: optional(
    z
      .string()
      .regex(
        /^(tcp|tls):\/\/[^/?#@]+$/,
        "must be tcp:// or tls://host:port of clamd and nothing else",
      ),
  ),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("warn"),
  GAVELYARD_DEV: flag.default(false),
});

/** Names of all settings, with their defaults as text; null where the default depends on others. */
export const settingDefaults: Readonly<Record<string, string | null>> = Object.fromEntries(
  Object.entries(environment.shape).map(([name, schema]) => {
    const value: unknown = schema.safeParse(undefined).data;
    return [name, typeof value === "number" || typeof value === "string" ? String(value) : null];
  }),
);

/** Returns whether a URL is a template of an avatar service, with `{name}` after its host. */
function isAvatarUrl(value: string): boolean {
  const [one, other] = ["A", "B"].map((name) => URL.parse(value.replaceAll("{name}", name)));
  if (one == null || other == null || !/^https?:$/.test(one.protocol)) return false;
  return one.origin === other.origin && one.href !== other.href;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value;
}

/**
 * Returns whether a URL is for Redis (`redis:`, with TLS `rediss:`) or NATS (`nats:`, with TLS
 * `tls:`).
 */
function isBusUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.hostname === "" || url.search !== "" || url.hash !== "") return false;
  if (/^rediss?:$/.test(url.protocol)) return /^(\/\d*)?$/.test(url.pathname);
  return /^(nats|tls):$/.test(url.protocol) && /^\/?$/.test(url.pathname);
}

/** Settings, all from the environment (`docs/settings.md`). */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Null for the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
  /** The same database with the role that owns its tables, for `npm run migrate`; else null. */
  readonly migrateUrl: string | null;
  /** Number of standbys that must have a change before it is acknowledged. */
  readonly databaseCopies: number;
  readonly demo: boolean;
  /** Whether everyone can use the demo's published sign-ins and its mailbox (D37). */
  readonly demoPublic: boolean;
  readonly smtpUrl: string | null;
  /** Whether mail may go unencrypted to any server. */
  readonly smtpPlain: boolean;
  /** Whether nobody else can read the network, so that connections on it may be unencrypted. */
  readonly trustedNetwork: boolean;
  /**
   * Storage of pictures and documents: a `file:` or `s3+https:` URL. Null for `<dataDir>/files`.
   */
  readonly filesUrl: string | null;
  /** Redis or NATS, which carries events between processes; null to use the database. */
  readonly busUrl: string | null;
  /**
   * Storage of backups: a `file:` or `s3+https:` URL. Null for `<dataDir>/backup`. The database of
   * an operator's own server is in its pgBackRest repository instead.
   */
  readonly backupUrl: string | null;
  /** The pgBackRest stanza of an operator's own server; null if it isn't backed up that way. */
  readonly stanza: string | null;
  readonly publicUrl: string | null;
  /** Languages that pages, emails and answers are offered in; English always. */
  readonly languages: readonly Language[];
  readonly apiOrigin: string | null;
  readonly jwtSecret: string | null;
  /** Keys that seal the stored secrets, from the environment; none by default. */
  readonly secretsKeys: readonly string[];
  /** File with these keys instead; null for none. */
  readonly secretsKeyFile: string | null;
  readonly defaultBidLimitCents: number;
  /** Factor of all limits by address; 0 turns them off. */
  readonly rateLimits: number;
  /** Seconds from SIGTERM, when `/readyz` turns 503, until the port closes. */
  readonly drainSec: number;
  /** Whether to make the pictures of lists before they are first requested. */
  readonly warmPictures: boolean;
  /** Whether webhooks may go to private addresses and over plain http (D51). */
  readonly privateWebhooks: boolean;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  /** Date (UTC) from which staff need a second factor (D45), or an infinity of PostgreSQL. */
  readonly staffFactorFrom: string;
  /** System that gets a copy of the audit log and the security log; null for none (D47). */
  readonly auditUrl: string | null;
  readonly auditToken: string | null;
  /** Token for `/metrics`; null allows only this machine. */
  readonly metricsToken: string | null;
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
  /**
   * URL of an external avatar service with `{name}` and `{size}`; null to draw avatars here (D34).
   */
  readonly avatarUrl: string | null;
  /** Origins of additional push services; known browsers' services are always allowed (D49). */
  readonly pushOrigins: readonly string[];
  /** Service that looks up breached passwords by the start of their SHA-1; null for none (D6). */
  readonly breachedPasswordsUrl: string | null;
  /** Files of the certificate and key with which the server speaks TLS; null for plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** clamd, which scans uploads for malware; null for none (D59). */
  readonly scanUrl: string | null;
  readonly site: {
    readonly phone: string;
    readonly email: string;
    readonly address: string;
    readonly instagram: string;
    readonly facebook: string;
  };
  readonly logLevel: string;
  readonly dev: boolean;
}

/** Thrown for invalid settings. The message is one line for the operator. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Reads and checks the settings. Empty values count as not set.
 * @throws SettingsError that names every invalid setting
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(nonEmpty);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path, message }) =>
        `${path.join(".")} ${message.replace(/^(?:This )?./, (start) => start.toLowerCase().replace("this ", ""))}`,
    );
    throw new SettingsError(`Bad setting: ${faults.join("; ")}`);
  }
  const value = parsed.data;
  if ((value.ADMIN_EMAIL === undefined) !== (value.ADMIN_PASSWORD === undefined)) {
    throw new SettingsError("Bad setting: ADMIN_EMAIL and ADMIN_PASSWORD must be set together");
  }
  if (value.DATABASE_COPIES > 0 && value.DATABASE_URL === undefined) {
    throw new SettingsError("Bad setting: DATABASE_COPIES needs DATABASE_URL");
  }
  if (value.PGBACKREST_STANZA !== undefined && value.DATABASE_URL === undefined) {
    throw new SettingsError("Bad setting: PGBACKREST_STANZA needs DATABASE_URL");
  }
  if ((value.SECRETS_KEY ?? []).length > 0 && value.SECRETS_KEY_FILE !== undefined) {
    throw new SettingsError("Bad setting: SECRETS_KEY and SECRETS_KEY_FILE can't both be set");
  }
  if ((value.TLS_CERT_FILE === undefined) !== (value.TLS_KEY_FILE === undefined)) {
    throw new SettingsError("Bad setting: TLS_CERT_FILE and TLS_KEY_FILE must be set together");
  }
  if (!value.TRUSTED_NETWORK) refusePlain(value);
  const demo = value.DEMO ?? value.DATABASE_URL === undefined;
  const isLocal =
    value.PUBLIC_URL === undefined || isPrivateHost(new URL(value.PUBLIC_URL).hostname);
  if (demo && !isLocal && !value.DEMO_PUBLIC) {
    throw new SettingsError(
      "Bad setting: PUBLIC_URL is a public address, and the demo's passwords are published. Set DEMO=0, or DEMO_PUBLIC=1 to open the demo to everyone",
    );
  }
  return {
    port: value.PORT,
    // A network may hide where visitors come from, so a demo waits for its operator to open it.
    host: value.HOST ?? (demo && !value.DEMO_PUBLIC ? "127.0.0.1" : "0.0.0.0"),
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? null,
    migrateUrl: value.MIGRATE_URL ?? null,
    databaseCopies: value.DATABASE_COPIES,
    demo,
    demoPublic: value.DEMO_PUBLIC,
    smtpUrl: value.SMTP_URL ?? null,
    smtpPlain: value.SMTP_PLAIN,
    trustedNetwork: value.TRUSTED_NETWORK,
    tls:
      value.TLS_CERT_FILE !== undefined && value.TLS_KEY_FILE !== undefined
        ? { certFile: value.TLS_CERT_FILE, keyFile: value.TLS_KEY_FILE }
        : null,
    filesUrl: value.FILES_URL ?? null,
    busUrl: value.BUS_URL ?? null,
    backupUrl: value.BACKUP_URL ?? null,
    stanza: value.PGBACKREST_STANZA ?? null,
    languages: value.LANGUAGES,
    publicUrl: value.PUBLIC_URL ?? null,
    apiOrigin: value.API_ORIGIN ?? null,
    jwtSecret: value.JWT_SECRET ?? null,
    secretsKeys: value.SECRETS_KEY ?? [],
    secretsKeyFile: value.SECRETS_KEY_FILE ?? null,
    defaultBidLimitCents: value.DEFAULT_BID_LIMIT * 100,
    rateLimits: value.RATE_LIMITS,
    drainSec: value.DRAIN_SEC,
    warmPictures: value.WARM_PICTURES,
    privateWebhooks: value.WEBHOOK_PRIVATE,
    trustProxy: value.TRUST_PROXY,
    staffFactorFrom: value.STAFF_FACTOR_FROM ?? (demo ? "infinity" : "-infinity"),
    auditUrl: value.AUDIT_URL ?? null,
    auditToken: value.AUDIT_TOKEN ?? null,
    metricsToken: value.METRICS_TOKEN ?? null,
    firstAdmin:
      value.ADMIN_EMAIL !== undefined && value.ADMIN_PASSWORD !== undefined
        ? { email: value.ADMIN_EMAIL.toLowerCase(), password: value.ADMIN_PASSWORD }
        : null,
    avatarUrl: value.AVATAR_URL ?? null,
    pushOrigins: value.PUSH_ORIGINS,
    scanUrl: value.SCAN_URL ?? null,
    breachedPasswordsUrl: value.BREACHED_PASSWORDS_URL ?? null,
    site: {
      phone: value.SITE_PHONE,
      email: value.SITE_EMAIL,
      address: value.SITE_ADDRESS,
      instagram: value.SITE_INSTAGRAM,
      facebook: value.SITE_FACEBOOK,
    },
    logLevel: value.LOG_LEVEL,
    dev: value.GAVELYARD_DEV,
  };
}

/** Settings with the addresses of services that hold or see the house's data. */
const services = [
  "DATABASE_URL",
  "MIGRATE_URL",
  "BUS_URL",
  "FILES_URL",
  "BACKUP_URL",
  "SCAN_URL",
  "BREACHED_PASSWORDS_URL",
  "AUDIT_URL",
] as const;

/** @throws SettingsError that names each service on another machine without TLS (ASVS 12.3.1) */
function refusePlain(value: Readonly<Partial<Record<(typeof services)[number], string>>>): void {
  const faults = services.flatMap((name) => {
    const instead = value[name] === undefined ? null : plainConnection(value[name]);
    return instead === null ? [] : [`${name} with ${instead}`];
  });
  if (faults.length === 0) return;
  throw new SettingsError(
    `Bad setting: connections to other machines must be encrypted. Set ${faults.join(", ")}, or TRUSTED_NETWORK=1 if nobody else can read that network`,
  );
}
