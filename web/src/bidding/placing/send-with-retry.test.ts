import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@gavelyard/client/call";
import { sendWithRetry } from "./send-with-retry.ts";

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Sends a bid with these results in turn; each retry delay takes two seconds. */
async function send(ends: readonly (number | "placed")[], earlier: unknown = null) {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  const left = [...ends];
  let sent = 0;
  const answer = await sendWithRetry(
    async () => {
      sent += 1;
      const end = left.shift() ?? 503;
      if (end !== "placed") throw new ApiError(end, "");
      return end;
    },
    earlier,
    async () => (nowMs += 2_000),
  ).catch((error: unknown) => error);
  return { answer, again: sent - 1 };
}

test.each([
  ["an answer is the end", ["placed"], 0],
  ["what no server could answer is sent again", [503, 0, 502, "placed"], 3],
] as const)("%s", async (_what, ends, again) => {
  expect(await send(ends)).toEqual({ answer: "placed", again });
});

test.each([400, 403, 404, 409, 422, 429, 500])("a %i is reported at once", async (status) => {
  const { answer, again } = await send([status]);
  expect(answer).toMatchObject({ status });
  expect(again).toBe(0);
});

test("the bidder learns of the failure after ten seconds", async () => {
  const { answer, again } = await send([]);
  expect(answer).toMatchObject({ status: 503 });
  expect(again).toBe(6);
});

test("a bid that one attempt left unconfirmed is never reported as not placed", async () => {
  expect((await send([503, 0, 503])).answer).toMatchObject({ status: 0 });
});

test("nor is one left unconfirmed by an earlier submission", async () => {
  expect((await send([503], new ApiError(0, ""))).answer).toMatchObject({ status: 0 });
  expect((await send([503], new ApiError(503, ""))).answer).toMatchObject({ status: 503 });
  expect((await send([503], new ApiError(409, ""))).answer).toMatchObject({ status: 503 });
});

test("a bid without a network is asked about as soon as there is one", async () => {
  const network = Object.assign(new EventTarget(), { onLine: false });
  vi.stubGlobal("navigator", network);
  vi.stubGlobal("window", network);
  const ends = [0, 0, "placed"] as const;
  let sent = 0;
  const answer = sendWithRetry(async () => {
    const end = ends[sent];
    sent += 1;
    if (end !== "placed") throw new ApiError(end ?? 503, "");
    return end;
  }, null);
  await expect.poll(() => sent).toBe(1);
  network.dispatchEvent(new Event("online"));
  await expect.poll(() => sent).toBe(2);
  network.onLine = true;
  network.dispatchEvent(new Event("online"));
  expect(await answer).toBe("placed");
});

test("an attempt on a dead connection is made again", async () => {
  vi.useFakeTimers();
  let sent = 0;
  const answer = sendWithRetry(async () => {
    sent += 1;
    return sent === 1 ? new Promise<never>(() => {}) : "placed";
  }, null);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await answer).toBe("placed");
  expect(sent).toBe(2);
});
