import { avatarFile } from "@gavelyard/domain/users/avatar";
import { siteDetails } from "@gavelyard/contract/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

test("an avatar is our own image, which browsers can cache forever", async () => {
  const answer = await app.get(`/media/avatars/${avatarFile("Łukasz Żak", 128)}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
  expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(answer.body).toContain('width="128" height="128"');
  expect(answer.body).toContain(">ŁŻ</text>");
});

test.each(["128-0-%3Cscript%3E.svg", "129-0-A.svg", "128-0-A.png", "128-0-%2e%2e%2f.svg"])(
  "there is no avatar %s",
  async (file) => {
    expect((await app.get(`/media/avatars/${file}`)).statusCode).toBe(404);
  },
);

test("no external service is set by default", async () => {
  const details = siteDetails.response.parse((await app.get("/site-details")).json());
  expect(details.avatarUrl).toBeNull();
});
