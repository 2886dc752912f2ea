import type { Page, WebSocketRoute } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openStage, panel, type Stage } from "../stage.ts";
import { stopClock } from "../stopped-clock.ts";

/** Tests of the live connection with the constants in the specification's section 9. */
const SEC = 1_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

/** Mocks the server of the live connection, frame by frame. */
async function playServer(
  page: Page,
  hear: (frame: string, answer: { send(frame: string): void; close(): void }) => void,
): Promise<void> {
  await page.routeWebSocket(/\/ws-bid\//, (socket: WebSocketRoute) => {
    const answer = {
      send: (frame: string) => socket.send(`a${JSON.stringify([frame])}`),
      close: () => socket.send('c[3000,"Refused"]'),
    };
    socket.onMessage((text) => {
      const frames: string[] = JSON.parse(text.toString());
      for (const frame of frames) hear(frame, answer);
    });
    socket.send("o");
  });
}
const CONNECTED = "CONNECTED\nversion:1.2\nheart-beat:4000,4000\n\n\0";

const connectionNotice = (page: Page) =>
  panel(page)
    .getByRole("status")
    .filter({ hasText: /onnect/ });

test("heartbeats go both ways every 4 s, and a silent server is disconnected", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  const inventoryId = await stage.liveLot(900);
  const clock = await stopClock(page);
  const beatsAtMs: number[] = [];
  let connect = "";
  let beat = () => {};
  await playServer(page, (frame, { send }) => {
    if (frame === "\n") beatsAtMs.push(clock.passedMs());
    if (!frame.startsWith("CONNECT")) return;
    connect = frame;
    beat = () => send("\n");
    send(CONNECTED);
  });
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "commit" });
  await clock.passUntil(() => connect !== "");
  expect(connect).toContain("\nheart-beat:4000,4000\n");
  for (let beats = 0; beats < 5; beats += 1) {
    await clock.pass(4 * SEC, 200);
    beat();
  }
  expect(beatsAtMs.length).toBeGreaterThanOrEqual(4);
  const gaps = beatsAtMs.slice(1).map((atMs, index) => atMs - (beatsAtMs[index] ?? 0));
  for (const gap of gaps) expect(Math.abs(gap - 4 * SEC)).toBeLessThanOrEqual(400);
  expect(await connectionNotice(page).count()).toBe(0);
  // Two missed heartbeats are allowed before the next check.
  await clock.pass(7 * SEC, 200);
  expect(await connectionNotice(page).count()).toBe(0);
  await clock.pass(6 * SEC, 200);
  await expect.poll(() => connectionNotice(page).count()).toBe(1);
});

test("a lost connection is retried after 1, 2, 4, 8 and 16 s; after that, prices are polled every 5 s", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  const inventoryId = await stage.liveLot(900);
  const clock = await stopClock(page);
  const triedAtMs: number[] = [];
  await page.route("**/ws-bid/info**", (route) => {
    triedAtMs.push(clock.passedMs());
    return route.abort();
  });
  const requests: { atMs: number; answeredAtMs: number }[] = [];
  const isPrice = (url: string) => url.endsWith(`/api/bids/inventory/${inventoryId}/highest`);
  page.on("request", (request) => {
    if (isPrice(request.url())) requests.push({ atMs: clock.passedMs(), answeredAtMs: Number.NaN });
  });
  page.on("requestfinished", (request) => {
    const last = requests.at(-1);
    if (isPrice(request.url()) && last !== undefined) last.answeredAtMs = clock.passedMs();
  });
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "commit" });
  const alert = (text: string) => page.getByRole("alert").filter({ hasText: text });
  await clock.passUntil(async () => (await alert("WebSocket error").count()) === 1);
  await clock.passUntil(
    async () =>
      (await alert(
        "WebSocket connection failed. Please ensure the backend server is running.",
      ).count()) === 1,
    100,
  );
  const waits = triedAtMs.slice(1).map((atMs, index) => (atMs - (triedAtMs[index] ?? 0)) / SEC);
  expect(waits.map((wait) => Math.round(wait))).toEqual([1, 2, 4, 8, 16]);
  const from = requests.length;
  await clock.pass(30 * SEC, 200);
  expect(triedAtMs.length).toBe(6);
  // Each wait starts with the response, which takes some steps of the clock on a busy machine.
  const later = requests.slice(from);
  const gaps = later
    .slice(1)
    .map(({ atMs }, index) => (atMs - (later[index]?.answeredAtMs ?? Number.NaN)) / SEC);
  expect(gaps.length).toBeGreaterThanOrEqual(4);
  expect(gaps.map((gap) => Math.round(gap))).toEqual(gaps.map(() => 5));
});

test("a server error appears once, 2 s after the last, for 5 s", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  const inventoryId = await stage.liveLot(900);
  const clock = await stopClock(page);
  const refusedAtMs: number[] = [];
  await playServer(page, (frame, { send, close }) => {
    if (!frame.startsWith("CONNECT")) return;
    if (refusedAtMs.length === 2) return send(CONNECTED);
    refusedAtMs.push(clock.passedMs());
    send("ERROR\nmessage:Too many connections\n\n\0");
    close();
  });
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "commit" });
  const toast = page.getByRole("alert").filter({ hasText: "STOMP Error: Too many connections" });
  await clock.passUntil(() => refusedAtMs.length === 2);
  expect((refusedAtMs[1] ?? 0) - (refusedAtMs[0] ?? 0)).toBeLessThan(2 * SEC);
  await clock.pass(1_700, 100);
  expect(await toast.count()).toBe(0);
  await clock.pass(600, 100);
  expect(await toast.count()).toBe(1);
  await clock.pass(4_400, 100);
  expect(await toast.count()).toBe(1);
  await clock.pass(900, 100);
  expect(await toast.count()).toBe(0);
});
