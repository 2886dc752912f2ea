import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { languages } from "@gavelyard/messages/languages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { informationPaths } from "../../web/src/information/paths.ts";
import { openAuthApp, type AuthApp } from "../../server/src/testing/auth-app.ts";
import { changesSince, globalState } from "./global-state.ts";

const pages = path.resolve(import.meta.dirname, "../../web/dist/server");

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app?.close());

/** Every page, with a record that doesn't exist where one is named, and some that have no route. */
async function addresses(): Promise<string[]> {
  const routes = await readFile(path.resolve(import.meta.dirname, "../../web/routes.tsx"), "utf8");
  const found = [...routes.matchAll(/\bpath: "([^"]+)"/g)].map(([, route = ""]) => route);
  expect(found.length).toBeGreaterThan(20);
  return [
    ...found.map((route) => route.replace(":id", "987654321")),
    ...informationPaths,
    "/vehicles?manufacturer=Volvo",
    "/no-such-page",
  ];
}

/** Calls whose answers have words, numbers and lists, refused and not. */
const calls: readonly (readonly ["GET" | "POST", string, object?])[] = [
  ["POST", "/auth/login", {}],
  ["POST", "/auth/login", { email: "no address", password: 5 }],
  ["POST", "/auth/login", { email: "a@b.example", password: "x", more: 1 }],
  ["POST", "/auth/signup", { email: 1, name: "", password: "short" }],
  ["POST", "/auth/sendotp", { email: [] }],
  ["POST", "/auth/verifyotp", { email: "a@b.example", otp: 12 }],
  ["POST", "/auth/forgot-password", {}],
  ["POST", "/auth/reset-password", { token: "x" }],
  ["POST", "/auth/refresh-token", {}],
  ["POST", "/inventories/filter", { yearFrom: "soon" }],
  ["POST", "/inventories/filter", { yearFrom: 1_000, size: 1_000_000 }],
  ["POST", "/inventories/filter", { states: "TX" }],
  ["POST", "/inventories/filter", {}],
  ["GET", "/inventories?page=-1"],
  ["GET", "/inventory/987654321"],
  ["GET", "/auctions/987654321"],
  ["GET", "/api/user/current"],
  ["GET", "/sale-terms"],
  ["GET", "/site-details"],
  ["GET", "/no/such/call"],
  ["GET", "/openapi.json"],
];

const withoutTime = (text: string) =>
  text.replaceAll(/"serverTime":"[^"]*"/g, '"serverTime":"now"');

async function answers(language: string): Promise<string[]> {
  const given: string[] = [];
  for (const [method, url, payload] of calls) {
    const { statusCode, body } = await app.app.inject({
      method,
      url,
      headers: { "accept-language": language },
      ...(payload === undefined ? {} : { payload }),
    });
    given.push(`${method} ${url}: ${statusCode} ${withoutTime(body)}`);
  }
  return given;
}

test("rendering pages changes nothing in the process that calls or other pages see", async () => {
  const before = { en: await answers("en"), es: await answers("es") };
  expect(before.en[0]).toContain("Email is required");
  expect(before.es[0]).not.toBe(before.en[0]);
  const state = globalState();
  const rendered = new Map<string, string>();
  for (const round of ["first", "again"]) {
    for (const language of round === "first" ? languages : languages.toReversed()) {
      const entry: unknown = await import(
        pathToFileURL(path.join(pages, language, "entry-server.js")).href
      );
      const { render } = z.object({ render: z.custom<Render>() }).parse(entry);
      for (const route of await addresses()) {
        const address = language === "en" ? route : `/${language}${route}`;
        const { html } = await render(address, async ({ method, url, headers, body }) => {
          const answer = await app.app.inject({
            method: z.enum(["GET", "POST"]).parse(method),
            url,
            headers: { ...headers, "accept-language": language },
            ...(body === undefined ? {} : { body }),
          });
          return { status: answer.statusCode, text: answer.body };
        });
        if (round === "again")
          expect({ address, html }).toEqual({ address, html: rendered.get(address) });
        rendered.set(address, html);
      }
      // The parts that only some readers see.
      for await (const file of glob("assets/*.js", { cwd: path.join(pages, language) }))
        await import(pathToFileURL(path.join(pages, language, file)).href);
      expect(changesSince(state)).toEqual([]);
      expect(await answers("en")).toEqual(before.en);
      expect(await answers("es")).toEqual(before.es);
    }
  }
});

type Render = (
  path: string,
  send: (call: {
    method: string;
    url: string;
    headers: Record<string, string>;
    body: string | undefined;
  }) => Promise<{ status: number; text: string }>,
) => Promise<{ html: string }>;
