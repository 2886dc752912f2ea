import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { HttpSession } from "./http-session.ts";
import { defaultLimits } from "./limits.ts";
import { readerStyles } from "./reader-styles.ts";
import { defaultSockJs } from "./sockjs-settings.ts";

test("a poll holds back its headers until it has a body", () => {
  const session = new HttpSession(
    { network: "here", accepted: undefined },
    defaultSockJs,
    defaultLimits,
    () => {},
  );
  const poll = () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    session.attach(response.writeHead(200), readerStyles.xhr);
    return response;
  };
  expect(poll().writableLength).toBeGreaterThan(0);
  const waiting = poll();
  expect(waiting.writableLength).toBe(0);
  session.close(1000, "Over");
  expect(waiting.writableLength).toBeGreaterThan(0);
});
