import { createCall, unreachable } from "@gavelyard/client/call";
import { describe, expect, test } from "vitest";
import { messageOf } from "./messages.ts";

const answering = (status: number, text: string) => createCall(async () => ({ status, text }));
const said = (error: unknown) => messageOf(error, "Login failed");

describe("messages of failed calls", () => {
  test.each([
    ["a proxy's page", 502, "<html><body><h1>502 Bad Gateway</h1></body></html>"],
    ["a proxy's line of text", 504, "upstream request timeout"],
    ["JSON that is not ours", 503, '"no healthy upstream"'],
    ["a message that is no text", 500, '{"message":{"code":7}}'],
    ["an empty body", 500, ""],
    ["a page in the place of an answer", 200, "<!doctype html><title>Join our Wi-Fi</title>"],
  ])("the text of %s is never shown", async (_what, status, text) => {
    const error = await answering(status, text)("login").catch(said);
    expect(error).toBe("Login failed");
  });

  test("our own message is shown", async () => {
    const text =
      '{"statusCode":401,"error":"Unauthorized","message":"Incorrect email or password"}';
    expect(await answering(401, text)("login").catch(said)).toBe("Incorrect email or password");
  });

  test("without a network, shows the section 8 text, then what to do", async () => {
    const away = createCall(() => Promise.reject(unreachable()));
    const error: unknown = await away("login").catch((reason: unknown) => reason);
    expect(said(error)).toBe("Login failed. We can't reach our server. Check your connection.");
    expect(messageOf(error, "Couldn't load winners.")).toBe(
      "Couldn't load winners. We can't reach our server. Check your connection.",
    );
    expect(messageOf(error, "")).toBe("We can't reach our server. Check your connection.");
  });
});
