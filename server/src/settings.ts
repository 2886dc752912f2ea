import { z } from "zod";
import { isPrivateHost } from "./http/nearby.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const httpUrl = z.url({ protocol: /^https?$/, message: "must be an http(s) URL" });
const busUrl = z
  .string()
  .refine(isBusUrl, "must be redis://, rediss://, nats:// or tls://, a host, and no more");
const optional = <T extends z.ZodType>(schema: T) => schema.optional();

const environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default("0.0.0.0"),
  DATA_DIR: z.string().min(1).default("data"),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, "must begin with postgres://")),
  DEMO: optional(flag),
  DEMO_PUBLIC: flag.default(false),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")),
  FILES_URL: optional(
    z
      .string()
      .regex(
        /^(file:\/\/\/|s3\+https?:\/\/[^:@/]+:[^:@/]+@[^/?]+\/[^/?]+)/,
        "must be file:///folder or s3+https://KEY:SECRET@host/bucket",
      ),
  ),
  BUS_URL: optional(busUrl),
  PUBLIC_URL: optional(httpUrl),
  API_ORIGIN: optional(httpUrl),
  JWT_SECRET: optional(z.string().min(32, "must have at least 32 characters")),
  DEFAULT_BID_LIMIT: z.coerce.number().int().min(0).max(100_000_000).default(25_000),
  RATE_LIMITS: z.coerce.number().min(0).max(1_000_000).default(1),
  DRAIN_SEC: z.coerce.number().min(0).max(300).default(5),
  WARM_PICTURES: flag.default(true),
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
          "must be addresses or networks of proxies, parted by commas",
        ),
      ),
    )
    .default([]),
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
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("warn"),
  GAVELYARD_DEV: flag.default(false),
});

/** An address of pictures of people, with their name behind its host. */
function isAvatarUrl(value: string): boolean {
  const [one, other] = ["A", "B"].map((name) => URL.parse(value.replaceAll("{name}", name)));
  if (one == null || other == null || !/^https?:$/.test(one.protocol)) return false;
  return one.origin === other.origin && one.href !== other.href;
}

/** An address of Redis (`redis:`, with TLS `rediss:`) or of NATS (`nats:`, with TLS `tls:`). */
function isBusUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.hostname === "" || url.search !== "" || url.hash !== "") return false;
  if (/^rediss?:$/.test(url.protocol)) return /^(\/\d*)?$/.test(url.pathname);
  return /^(nats|tls):$/.test(url.protocol) && /^\/?$/.test(url.pathname);
}

/** The product's settings, all from the environment (README has the table). */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Null takes the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
  readonly demo: boolean;
  /** Whether the demo's published sign-ins and its mailbox are open to the whole world (D37). */
  readonly demoPublic: boolean;
  readonly smtpUrl: string | null;
  /** Where pictures and documents are kept: a `file:` or `s3+https:` URL; `<dataDir>/files` by default. */
  readonly filesUrl: string | null;
  /** Redis or NATS that carries events between processes; null for the database itself. */
  readonly busUrl: string | null;
  readonly publicUrl: string | null;
  readonly apiOrigin: string | null;
  readonly jwtSecret: string | null;
  /** Cents. */
  readonly defaultBidLimitCents: number;
  /** Factor on every limit by address; 0 for none. */
  readonly rateLimits: number;
  /** Seconds from SIGTERM, when `/readyz` turns 503, until the port closes. */
  readonly drainSec: number;
  /** Whether lists' pictures are made ahead of their first request. */
  readonly warmPictures: boolean;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** Opens `/metrics` to those who send it; null opens it to the machine itself alone. */
  readonly metricsToken: string | null;
  readonly firstAdmin: { readonly email: string; readonly password: string } | null;
  /** Address of an external avatar service with `{name}` and `{size}`; null draws avatars here (D34). */
  readonly avatarUrl: string | null;
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

/** Thrown for settings that cannot be used; its message is one line for the person who set them. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Reads and checks the settings. Empty values count as not set.
 * @throws SettingsError naming every setting at fault
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
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
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? null,
    demo,
    demoPublic: value.DEMO_PUBLIC,
    smtpUrl: value.SMTP_URL ?? null,
    filesUrl: value.FILES_URL ?? null,
    busUrl: value.BUS_URL ?? null,
    publicUrl: value.PUBLIC_URL ?? null,
    apiOrigin: value.API_ORIGIN ?? null,
    jwtSecret: value.JWT_SECRET ?? null,
    defaultBidLimitCents: value.DEFAULT_BID_LIMIT * 100,
    rateLimits: value.RATE_LIMITS,
    drainSec: value.DRAIN_SEC,
    warmPictures: value.WARM_PICTURES,
    trustProxy: value.TRUST_PROXY,
    metricsToken: value.METRICS_TOKEN ?? null,
    firstAdmin:
      value.ADMIN_EMAIL !== undefined && value.ADMIN_PASSWORD !== undefined
        ? { email: value.ADMIN_EMAIL.toLowerCase(), password: value.ADMIN_PASSWORD }
        : null,
    avatarUrl: value.AVATAR_URL ?? null,
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
