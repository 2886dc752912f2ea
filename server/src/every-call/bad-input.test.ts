import { errorBody, refusals } from "@gavelyard/contract/refusals";
import { allEndpoints } from "@gavelyard/contract/all";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import type { RouteName } from "@gavelyard/contract/all-routes";
import type { InjectOptions } from "fastify";
import { z } from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";
import { offerableUnits } from "../testing/sales.ts";
import { sampled } from "../testing/runs.ts";
import { waitFor } from "../testing/wait-for.ts";
import { fieldsOf, sampleOf, shapeOf, withField } from "./sample.ts";

let app: AuthApp;
let customer: SignedUp;
let support: SignedUp;
let admin: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  customer = await app.customer();
  // A high bidder can't close their account, so later calls still have a caller.
  await insertLot(app.context.pool, { leaderId: customer.userId, priceCents: 200_000 });
  support = await app.support();
  admin = await app.administrator();
  await offerableUnits(app, 3);
});
afterAll(() => app.close());

/** Values that hardly any field accepts. */
const nasty: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER + 1,
  "",
  " ",
  "NaN",
  "-1",
  "1e3",
  "0x10",
  "٣",
  "x".repeat(20_000),
  "\u0000",
  "\ud800",
  "e\u0301\u202e\u{1f69a}",
  "<img src=x onerror=alert(1)>",
  "'; DROP TABLE users; --",
  "%' OR 1=1 --",
  "../../../../etc/passwd",
  "${jndi:ldap://x}",
  "2026-02-30T00:00:00Z",
  [],
  {},
  [[[]]],
  { $ne: null },
];
const nastyPaths = [
  "-1",
  "0",
  "1.5",
  "1e3",
  "NaN",
  "99999999999999999999999",
  "9007199254740993",
  "%00",
  "%2e%2e%2fetc",
  "1%20OR%201=1",
  "%D9%A3",
  "%E0%A4",
  "<b>",
  "x".repeat(2_000),
];
const names = Object.keys(allEndpoints) as RouteName[];
const endpointOf = (name: RouteName): Endpoint => allEndpoints[name];

function tokenFor({ access }: Endpoint): string | undefined {
  if (access === "public") return undefined;
  if (access === "admin") return admin.jwt;
  return access === "staff" ? support.jwt : customer.jwt;
}

function urlOf({ route, subject }: Endpoint): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    if (name === subject) return String(customer.userId);
    if (name === "status") return "LIVE";
    const uuid =
      (/documentId|documents|sessions/.test(route.path) && name === "id") ||
      ["videoId", "key"].includes(name);
    return uuid ? "018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d" : "5000";
  });
}

/**
 * Sends a request and checks the response against the rules for all responses. Returns the status.
 */
async function send(
  endpoint: Endpoint,
  request: Omit<InjectOptions, "method"> & { readonly url: string },
  what: string,
): Promise<number> {
  const token = tokenFor(endpoint);
  // Sent again, as a client does, while a busy database doesn't answer in time.
  const reply = await waitFor(async () => {
    const answer = await app.app.inject({
      method: endpoint.route.method,
      ...request,
      headers: {
        accept: "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...request.headers,
      },
    });
    return answer.statusCode === 503 ? undefined : answer;
  }, `an answer to ${what}`);
  const description = `${endpoint.route.method} ${request.url.slice(0, 200)} with ${what}: ${reply.body.slice(0, 400)}`;
  expect(reply.statusCode, description).toBeLessThan(500);
  if (reply.statusCode >= 400) {
    const body: unknown = JSON.parse(reply.body);
    expect(body, description).toMatchObject({
      statusCode: reply.statusCode,
      error: expect.any(String),
      message: expect.stringMatching(/\S/),
    });
    expectOurStyle(body, description);
    expect(reply.body, description).not.toMatch(/node_modules|\.ts:\d+|SELECT |INSERT |UPDATE /);
  }
  return reply.statusCode;
}

/** Default messages of the validator, the framework and the parser, which must not reach users. */
const libraryMessages =
  /Invalid (?:input|option|type|string|key|element|ISO|UUID|URL|email|number)|, received|Too (?:small|big)|Unrecognized|must match pattern|Unexpected|JSON at|valid JSON|content-type is|Media Type|url component|Rate limit exceeded/i;

/** Refusals that leave the sender with no idea of what to change. */
const useless = /(?:^This|^The request|\w) is not valid$|of another kind|^A value is out of range/;

/** Expects an error to have a code of the contract, and texts in our style. */
function expectOurStyle(body: unknown, description: string): void {
  const { statusCode, code, message, issues = [] } = errorBody.parse(body);
  expect(statusCode, description).toBe(refusals[code][0]);
  for (const text of [message, ...issues.map((issue) => issue.message)]) {
    expect(text, description).not.toMatch(libraryMessages);
    expect(text, description).not.toMatch(useless);
    expect(text, description).toMatch(/^[A-Z\d"$]/);
  }
}

const isRefused = (status: number) => status >= 400 && status < 500;

function asJson(value: unknown): Pick<InjectOptions, "payload" | "headers"> {
  // JSON.stringify writes lone surrogates and huge numbers as they are.
  return { payload: JSON.stringify(value) ?? "", headers: { "content-type": "application/json" } };
}

describe("every field of a body", () => {
  const withBody = names.filter((name) => endpointOf(name).body !== undefined);
  test.each(withBody)("%s", async (name) => {
    const endpoint = endpointOf(name);
    const { body } = endpoint;
    if (body === undefined) return;
    const shape = shapeOf(body);
    const sample = sampleOf(shape);
    const paths = new Map(fieldsOf(shape).map((path) => [path.join("."), path]));
    for (const path of [[], ...paths.values()]) {
      await Promise.all(
        sampled(nasty).map(async (value) => {
          const wrong = withField(sample, path, value);
          const what = `${path.join(".")} = ${JSON.stringify(value)?.slice(0, 60)}`;
          const status = await send(endpoint, { url: urlOf(endpoint), ...asJson(wrong) }, what);
          const sent: unknown = wrong === undefined ? undefined : JSON.parse(JSON.stringify(wrong));
          // Calls whose fields can come from the query treat an empty body as no fields.
          const judged = sent === undefined || sent === null ? {} : sent;
          if (!body.safeParse(judged).success) {
            expect(isRefused(status), `${name} took ${what}: ${status}`).toBe(true);
          }
        }),
      );
    }
  });
});

describe("every part of a path", () => {
  const withParams = names.filter((name) => endpointOf(name).route.path.includes("{"));
  test.each(withParams)("%s", async (name) => {
    const endpoint = endpointOf(name);
    const { path } = endpoint.route;
    for (const [braces] of path.matchAll(/\{\w+\}/g)) {
      for (const value of sampled(nastyPaths)) {
        const url = path
          .replace(braces, value)
          .replaceAll(/\{(\w+)\}/g, (_each, other: string) =>
            other === endpoint.subject ? String(customer.userId) : "5000",
          );
        expect(isRefused(await send(endpoint, { url }, value)), `${name} took ${url}`).toBe(true);
      }
    }
  });
});

describe("every field of a query", () => {
  const withQuery = names.filter((name) => endpointOf(name).query !== undefined);
  test.each(withQuery)("%s", async (name) => {
    const endpoint = endpointOf(name);
    const { query } = endpoint;
    if (query === undefined) return;
    for (const field of Object.keys(shapeOf(query).properties ?? {})) {
      const values = nasty.filter((value) => typeof value === "string");
      for (const value of sampled(values)) {
        const text = encodeURIComponent(value.isWellFormed() ? value : "\ufffd").slice(0, 8_000);
        const url = `${urlOf(endpoint)}?${field}=${text}`;
        await send(endpoint, { url }, `${field}=${value.slice(0, 40)}`);
      }
      const twice = `${urlOf(endpoint)}?${field}=1&${field}=2`;
      expect(isRefused(await send(endpoint, { url: twice }, "it twice")), twice).toBe(true);
      await send(endpoint, { url: `${urlOf(endpoint)}?${field}[a]=1` }, "an object");
    }
  });
});

test.each(names.filter((name) => endpointOf(name).route.once))(
  "%s accepts an Idempotency-Key in its valid form only (D14)",
  async (name) => {
    const endpoint = endpointOf(name);
    const body = endpoint.body === undefined ? {} : sampleOf(shapeOf(endpoint.body));
    const required = Object.entries(shapeOf(endpoint.query ?? z.object({})).properties ?? {});
    const query = required.map(([field]) => `${field}=${field.includes("mount") ? 1_000 : "x"}`);
    const sent = await app.app.inject({
      method: endpoint.route.method,
      url: `${urlOf(endpoint)}?${query.join("&")}`,
      headers: {
        authorization: `Bearer ${tokenFor(endpoint)}`,
        "content-type": "application/json",
        "idempotency-key": "x".repeat(101),
      },
      payload: JSON.stringify(body),
    });
    expect(sent.json().message).toContain("Idempotency-Key");
  },
);

const changing = names.filter((name) => endpointOf(name).route.method !== "GET");

describe("every kind of invalid body", () => {
  test.each(changing)("%s", async (name) => {
    const endpoint = endpointOf(name);
    const url = urlOf(endpoint);
    const type = (contentType: string) => ({ "content-type": contentType });
    const broken: [string, Pick<InjectOptions, "payload" | "headers">][] = [
      ["broken JSON", { payload: '{"a":', headers: type("application/json") }],
      ["no JSON", { payload: "hello", headers: type("application/json") }],
      ["a prototype", { payload: '{"__proto__":{"x":1}}', headers: type("application/json") }],
      [
        "a constructor",
        { payload: '{"constructor":{"prototype":{}}}', headers: type("application/json") },
      ],
      ["XML", { payload: "<a/>", headers: type("text/xml") }],
      ["plain text", { payload: "a=1", headers: type("text/plain") }],
      ["a type that is none", { payload: "a=1", headers: type("; ; ;") }],
      [
        "gzip",
        {
          payload: "\u001f\u008b",
          headers: { ...type("application/json"), "content-encoding": "gzip" },
        },
      ],
      ["a form without a boundary", { payload: "x", headers: type("multipart/form-data") }],
      [
        "a form that is cut off",
        {
          payload: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
          headers: type("multipart/form-data; boundary=b"),
        },
      ],
      [
        "a file without a field",
        {
          payload: '--b\r\nContent-Disposition: form-data; filename="a.pdf"\r\n\r\nx\r\n--b--\r\n',
          headers: type("multipart/form-data; boundary=b"),
        },
      ],
      [
        "a form of noise",
        { payload: "\u0000--b\r\n\r\n--b--", headers: type("multipart/form-data; boundary=b") },
      ],
      [
        "2 MB",
        {
          payload: JSON.stringify({ a: "x".repeat(2_000_000) }),
          headers: type("application/json"),
        },
      ],
    ];
    for (const [what, request] of sampled(broken)) {
      const status = await send(endpoint, { url, ...request }, what);
      const needsNothing = endpoint.body === undefined || endpoint.body.safeParse({}).success;
      expect(needsNothing || isRefused(status), `${name} took ${what}: ${status}`).toBe(true);
    }
    const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    await send(endpoint, { url, payload: deep, headers: type("application/json") }, "a deep list");
  });
});

describe("every file", () => {
  const withFiles = names.filter((name) => endpointOf(name).files !== undefined);
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const flood = Buffer.concat([
    png,
    Buffer.from(
      "0000ffff0000ffff08060000000000000000000000049454e44ae426082".padEnd(64, "0"),
      "hex",
    ),
  ]);
  const files: [string, string, Buffer][] = [
    ["nothing", "a.pdf", Buffer.alloc(0)],
    ["a page", "a.png", Buffer.from("<html><script>alert(1)</script></html>")],
    ["an SVG", "a.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["a program", "a.jpg", Buffer.from("MZ\u0090\u0000\u0003")],
    ["an archive", "a.pdf", Buffer.from("504b0304140000000800", "hex")],
    [
      "a PDF with an archive behind it",
      "a.pdf",
      Buffer.concat([Buffer.from("%PDF-1.4\n%%EOF\nPK\u0005\u0006"), Buffer.alloc(18)]),
    ],
    ["a flood of pixels", "a.png", flood],
    ["the start of a picture", "a.png", png],
    ["a path", "../../../etc/passwd", Buffer.from("root")],
    ["11 MB", "a.pdf", Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(11_000_000)])],
  ];
  test.each(withFiles)("%s", async (name) => {
    const endpoint = endpointOf(name);
    const sample = endpoint.body === undefined ? {} : sampleOf(shapeOf(endpoint.body));
    const fields = Object.entries(typeof sample === "object" && sample !== null ? sample : {});
    for (const [field, rule] of Object.entries(endpoint.files ?? {})) {
      for (const [what, fileName, bytes] of sampled(files)) {
        const form = new FormData();
        for (const [key, value] of fields) {
          form.append(key, typeof value === "string" ? value : JSON.stringify(value));
        }
        form.append(field, new Blob([new Uint8Array(bytes)]), fileName);
        const encoded = new Response(form);
        const request = {
          url: urlOf(endpoint),
          headers: { "content-type": encoded.headers.get("content-type") ?? "" },
          payload: Buffer.from(await encoded.arrayBuffer()),
        };
        const status = await send(endpoint, request, what);
        // Documents are stored as they are; only pictures are decoded.
        const harmless = rule.kind === "document" && /picture|pixels/.test(what);
        expect(harmless || isRefused(status), `${name} took ${what}`).toBe(true);
      }
    }
  });
});

test("the server is healthy afterward", async () => {
  expect((await app.get("/healthz")).statusCode).toBe(200);
  expect((await app.get("/readyz")).statusCode).toBe(200);
  expect((await app.get("/inventories")).json().totalElements).toBeGreaterThan(0);
  expect((await app.logIn(customer.email)).statusCode).toBe(200);
});
