import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dictionary } from "@zxcvbn-ts/language-common";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { breachCheckFailures, hashNewPassword, refusePassword } from "./new-password.ts";

const email = "dale.hutchins@example.com";

test("refuses the 3,000 most common passwords of the allowed length (ASVS 6.2.4)", () => {
  const most = dictionary["passwords-common"].filter((each) => each.length >= 8).slice(0, 3_000);
  expect(most).toHaveLength(3_000);
  const accepted = most.filter((each) => refusePassword(each, email) === null);
  expect(accepted).toEqual([]);
  expect(refusePassword("Corvette2026!", email)?.text).toContain("too common");
  expect(refusePassword("violet tractor umbrella", email)).toBeNull();
});

describe("a service of breached passwords (ASVS 6.2.12)", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const breached = "violet tractor umbrella";
  const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();

  /** Starts a service that knows one password; returns its URL and the paths that it was asked. */
  async function start(answer: (path: string) => { status: number; body: string }) {
    const asked: string[] = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      const { status, body } = answer(request.url ?? "");
      response.writeHead(status, { location: "/elsewhere" }).end(body);
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/range/`, asked };
  }

  const hash = (url: string, password: string) =>
    hashNewPassword(
      {
        settings: readSettings({
          DATABASE_URL: "postgres://localhost/x",
          BREACHED_PASSWORDS_URL: url,
        }),
        log: pino({ level: "silent" }),
      },
      "password",
      password,
      email,
    );

  test("refuses what it knows, and learns only five characters of the hash", async () => {
    const { url, asked } = await start(() => ({
      status: 200,
      body: `${"0".repeat(35)}:4\r\n${sha1(breached).slice(5)}:17\r\n`,
    }));
    await expect(hash(url, breached)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("data breach"),
    });
    expect(asked).toEqual([`/range/${sha1(breached).slice(0, 5)}`]);
    await expect(hash(url, "another violet tractor")).resolves.toMatch(/^\$argon2id/);
  });

  test("ignores padding", async () => {
    const { url } = await start(() => ({ status: 200, body: `${sha1(breached).slice(5)}:0\r\n` }));
    await expect(hash(url, breached)).resolves.toMatch(/^\$argon2id/);
  });

  test.each([503, 302])(
    "accepts the password and counts the failure if it answers %i",
    async (status) => {
      const { url, asked } = await start(() => ({ status, body: "" }));
      const before = breachCheckFailures();
      await expect(hash(url, breached)).resolves.toMatch(/^\$argon2id/);
      expect(breachCheckFailures()).toBe(before + 1);
      expect(asked).toHaveLength(1);
    },
  );
});
