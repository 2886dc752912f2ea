import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings, settingDefaults, SettingsError } from "./settings.ts";

test("docs/settings.md lists every setting with its default", async () => {
  const page = await readFile(path.join(import.meta.dirname, "../../docs/settings.md"), "utf8");
  const rows = page.split("\n").flatMap((line) => {
    const [names = "", standard = ""] = line.split("|").slice(1);
    return Array.from(names.matchAll(/`([A-Z_]+)`/g), ([, name = ""]) => ({ name, standard }));
  });
  const { GAVELYARD_DEV: _ofTheDevServer, ...described } = settingDefaults;
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(described).toSorted());
  const wrong = rows.filter(({ name, standard }) => {
    const value = described[name] ?? null;
    return value !== null && !standard.includes(value) && standard.trim() !== "samples";
  });
  expect(wrong).toEqual([]);
});

test.each([
  [{ PORT: "abc" }, /^Bad setting: PORT [^\n]+$/],
  [{ PORT: "70000" }, /^Bad setting: PORT [^\n]+$/],
  [{ JWT_SECRET: "short" }, /^Bad setting: JWT_SECRET must have at least 32 characters[^\n]*$/],
  [{ DEMO: "yes" }, /^Bad setting: DEMO [^\n]+$/],
  [{ FILES_URL: "ftp://files" }, /^Bad setting: FILES_URL must be[^\n]+$/],
  [{ SMTP_URL: "mail.example" }, /^Bad setting: SMTP_URL must begin with smtp[^\n]+$/],
  [
    { ADMIN_EMAIL: "ada@example.com" },
    /^[^\n]*ADMIN_EMAIL and ADMIN_PASSWORD must be set together[^\n]*$/,
  ],
])("%o is refused in one line", (env, line) => {
  expect(() => readSettings(env)).toThrow(SettingsError);
  expect(() => readSettings(env)).toThrow(line);
});

test.each([
  [{}, "127.0.0.1"],
  [{ HOST: "0.0.0.0" }, "0.0.0.0"],
  [{ DEMO_PUBLIC: "1" }, "0.0.0.0"],
  [{ DEMO: "0" }, "0.0.0.0"],
  [{ DATABASE_URL: "postgres://localhost/yard" }, "0.0.0.0"],
  [{ DATABASE_URL: "postgres://localhost/yard", DEMO: "1" }, "127.0.0.1"],
])("a start with %o listens on %s (D37)", (env, host) => {
  expect(readSettings(env).host).toBe(host);
});

describe("BUS_URL", () => {
  test.for([
    "redis://127.0.0.1",
    "redis://:secret@cache.example:6380/2",
    "rediss://user:secret@cache.example:6380",
    "nats://127.0.0.1:4222",
    "nats://token@[::1]:4222",
    "tls://user:secret@nats.example:4222/",
  ])("accepts %s", (url) => {
    expect(readSettings({ BUS_URL: url, TRUSTED_NETWORK: "1" }).busUrl).toBe(url);
  });

  test.for([
    "redis",
    "redis://",
    "redis:///0",
    "redis://host:notaport",
    "redis://host/one",
    "redis://host?db=1",
    "nats://host/subject",
    "http://127.0.0.1:6379",
    "postgres://127.0.0.1/gavelyard",
    "kafka://host",
  ])("refuses %s in one line that names it", (url) => {
    const reading = () => readSettings({ BUS_URL: url });
    expect(reading).toThrow(SettingsError);
    expect(reading).toThrow(/^Bad setting: BUS_URL must be redis:\/\/[^\n]+$/);
  });

  test("is the database when it is not set, or empty", () => {
    expect([readSettings({}).busUrl, readSettings({ BUS_URL: "" }).busUrl]).toEqual([null, null]);
  });
});

describe("DATABASE_URL", () => {
  test("may have several hosts", () => {
    const url = "postgres://u:p@one:5432,two/db?sslmode=verify-full";
    expect(readSettings({ DATABASE_URL: url, DATABASE_COPIES: "1" })).toMatchObject({
      databaseUrl: url,
      databaseCopies: 1,
    });
  });

  test.each(["mysql://one/db", "postgres://one,,two/db", "postgres://one:port/db"])(
    "refuses %s",
    (url) => {
      expect(() => readSettings({ DATABASE_URL: url })).toThrow(
        /^Bad setting: DATABASE_URL must begin with postgres:\/\/ [^\n]+$/,
      );
    },
  );

  test("is required by DATABASE_COPIES and PGBACKREST_STANZA", () => {
    expect(() => readSettings({ DATABASE_COPIES: "1" })).toThrow(
      "Bad setting: DATABASE_COPIES needs DATABASE_URL",
    );
    expect(() => readSettings({ PGBACKREST_STANZA: "yard" })).toThrow(
      "Bad setting: PGBACKREST_STANZA needs DATABASE_URL",
    );
    expect(() => readSettings({ PGBACKREST_STANZA: "a yard" })).toThrow(
      "Bad setting: PGBACKREST_STANZA must be the name of a stanza",
    );
  });
});

describe("connections to other machines (ASVS 12.3.1)", () => {
  test.for([
    ["DATABASE_URL", "postgres://u:p@db.example/yard", "?sslmode=verify-full"],
    ["DATABASE_URL", "postgres://u:p@db.example/yard?sslmode=require", "?sslmode=verify-full"],
    ["DATABASE_URL", "postgres://u:p@db/yard?sslmode=verify-full&sslmode=disable", "?sslmode="],
    ["DATABASE_URL", "postgres://u:p@127.0.0.1/yard?host=10.0.0.5", "?sslmode=verify-full"],
    ["DATABASE_URL", "postgres://u:p@127.0.0.1,10.0.0.5/yard", "?sslmode=verify-full"],
    ["BUS_URL", "redis://10.0.0.6:6379", "rediss://"],
    ["BUS_URL", "nats://bus:4222", "tls://"],
    ["FILES_URL", "s3+http://key:secret@files/yard", "s3+https://"],
    ["BACKUP_URL", "s3+http://key:secret@127.0.0.1.example/yard", "s3+https://"],
    ["SCAN_URL", "tcp://scanner:3310", "tls://"],
    ["AUDIT_URL", "http://logs.example/in", "https://"],
    ["BREACHED_PASSWORDS_URL", "http://breaches.example/range", "https://"],
  ] as const)("%s=%s is refused unless the network is trusted", ([name, url, instead]) => {
    const reading = (env: Record<string, string>) => () => readSettings({ [name]: url, ...env });
    expect(reading({})).toThrow(
      `Bad setting: connections to other machines must be encrypted. Set ${name} with ${instead}`,
    );
    expect(reading({ TRUSTED_NETWORK: "1" })).not.toThrow();
  });

  test.for([
    { DATABASE_URL: "postgres://u:p@db.example,db2.example/yard?sslmode=verify-full" },
    { DATABASE_URL: "postgres://u:p@localhost/yard?host=%2Fvar%2Frun%2Fpostgresql" },
    { BUS_URL: "rediss://bus:6379", FILES_URL: "s3+https://key:secret@files/yard" },
    { BUS_URL: "tls://bus:4222", SCAN_URL: "tls://scanner:3310", BACKUP_URL: "file:///backup" },
    { BUS_URL: "redis://[::1]", SCAN_URL: "tcp://127.0.0.2:3310" },
    { BREACHED_PASSWORDS_URL: "https://breaches.example/range" },
  ])("%j is accepted", (env) => {
    expect(() => readSettings(env)).not.toThrow();
  });

  test("the server speaks TLS with a certificate and its key", () => {
    const files = { TLS_CERT_FILE: "/tls/cert.pem", TLS_KEY_FILE: "/tls/key.pem" };
    expect(readSettings(files).tls).toEqual({
      certFile: "/tls/cert.pem",
      keyFile: "/tls/key.pem",
    });
    expect(readSettings({}).tls).toBeNull();
    expect(() => readSettings({ ...files, TLS_KEY_FILE: "" })).toThrow("must be set together");
  });
});

test("pictures are made ahead unless WARM_PICTURES is 0", () => {
  const warms = (env: Record<string, string>) => readSettings(env).warmPictures;
  expect([warms({}), warms({ WARM_PICTURES: "1" }), warms({ WARM_PICTURES: "0" })]).toEqual([
    true,
    true,
    false,
  ]);
  expect(() => warms({ WARM_PICTURES: "no" })).toThrow(SettingsError);
});

describe("a demo at a public address (D37)", () => {
  const publicUrl = { PUBLIC_URL: "https://gavelyard.example" };

  test.for([publicUrl, { ...publicUrl, DEMO: "1", DATABASE_URL: "postgres://127.0.0.1/yard" }])(
    "%j is refused",
    (env) => {
      expect(() => readSettings(env)).toThrow(/^Bad setting: PUBLIC_URL .*DEMO_PUBLIC=1/);
    },
  );

  test.for([
    { ...publicUrl, DEMO: "0" },
    { ...publicUrl, DEMO_PUBLIC: "1" },
    { ...publicUrl, DATABASE_URL: "postgres://127.0.0.1/yard" },
    { PUBLIC_URL: "http://192.168.1.20:8080" },
    { PUBLIC_URL: "http://yard.local" },
    {},
  ])("%j is accepted", (env) => {
    expect(readSettings(env).demoPublic).toBe("DEMO_PUBLIC" in env);
  });
});

test("staff need a second factor at once, from a day on, or never in a demo (D45)", () => {
  const database = { DATABASE_URL: "postgres://127.0.0.1/yard" };
  const from = (env: Record<string, string>) => readSettings(env).staffFactorFrom;
  expect(from(database)).toBe("-infinity");
  expect(from({})).toBe("infinity");
  expect(from({ ...database, STAFF_FACTOR_FROM: "2027-02-01" })).toBe("2027-02-01");
  expect(() => from({ STAFF_FACTOR_FROM: "soon" })).toThrow(
    "Bad setting: STAFF_FACTOR_FROM must be a day, such as 2027-02-01",
  );
});

describe("AVATAR_URL", () => {
  test.for([
    "https://avatars.example/api/?name={name}&size={size}",
    "http://127.0.0.1:9000/{name}.png",
  ])("accepts %s", (url) => {
    expect(readSettings({ AVATAR_URL: url }).avatarUrl).toBe(url);
  });

  test.for([
    "https://avatars.example/",
    "https://{name}.example/",
    "/avatars/{name}",
    "javascript:void('{name}')",
    "https://avatars.example/#",
  ])("refuses %s", (url) => {
    expect(() => readSettings({ AVATAR_URL: url })).toThrow(/^Bad setting: AVATAR_URL must be/);
  });

  test("is off unless it is set", () => {
    expect(readSettings({}).avatarUrl).toBeNull();
  });
});

test.for([
  "a".repeat(40),
  "0123456789".repeat(4),
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "password".repeat(5),
  "changeme-changeme-changeme-changeme",
])("a JWT_SECRET like %s is refused (ASVS 13.3.1)", (JWT_SECRET) => {
  expect(() => readSettings({ JWT_SECRET })).toThrow(/JWT_SECRET must be random/);
});

test("a random JWT_SECRET is accepted", () => {
  for (const encoding of ["hex", "base64"] as const) {
    const JWT_SECRET = randomBytes(48).toString(encoding);
    expect(readSettings({ JWT_SECRET }).jwtSecret).toBe(JWT_SECRET);
  }
});

test("PUSH_ORIGINS takes only origins", () => {
  const origins = (PUSH_ORIGINS: string) => readSettings({ PUSH_ORIGINS }).pushOrigins;
  expect(readSettings({}).pushOrigins).toEqual([]);
  expect(origins("https://push.example, http://127.0.0.1:9000")).toEqual([
    "https://push.example",
    "http://127.0.0.1:9000",
  ]);
  for (const bad of ["push.example", "https://push.example/path", "ftp://push.example"])
    expect(() => origins(bad)).toThrow(/^Bad setting: PUSH_ORIGINS/);
});

test("SECRETS_KEY is a list of random keys, or they are in a file", () => {
  const keys = [1, 2].map(() => randomBytes(32).toString("base64"));
  expect(readSettings({}).secretsKeys).toEqual([]);
  expect(readSettings({ SECRETS_KEY: keys.join(", ") }).secretsKeys).toEqual(keys);
  expect(readSettings({ SECRETS_KEY_FILE: "/run/secrets/key" }).secretsKeyFile).toBe(
    "/run/secrets/key",
  );
  for (const bad of ["short", "a".repeat(44), `${keys[0]},short`])
    expect(() => readSettings({ SECRETS_KEY: bad })).toThrow(
      /^Bad setting: SECRETS_KEY must be a key of 32 random bytes in base64, as from `openssl[^\n]+$/,
    );
  expect(() => readSettings({ SECRETS_KEY: keys[0], SECRETS_KEY_FILE: "/key" })).toThrow(
    "can't both be set",
  );
});
