import { unawaited } from "@gavelyard/domain/unawaited";
import { Client } from "@stomp/stompjs";
import { expect, onTestFinished, test } from "vitest";
import { deafClient } from "./testing/deaf-client.ts";
import { startLiveServer } from "./testing/live-server.ts";
import { patientSockJs } from "./testing/patient-sockjs.ts";
import { connectFrame, connectPeer, frameText } from "./testing/stomp-peer.ts";
import { letPass } from "../testing/wait-for.ts";

const subscribe = frameText("SUBSCRIBE", { id: "a", destination: "/topic/bids/1" });

test("a slow client gets the newest state, others every message at once", async () => {
  const server = await startLiveServer({ limits: { conflateBytes: 20_000, behindMs: 20_000 } });
  onTestFinished(() => server.stop());
  server.ledger.open(1);
  const quick = await connectPeer(server.url);
  for (const text of [connectFrame(), subscribe]) quick.send(text);
  const deaf = await deafClient(server.url, [connectFrame(), subscribe]);
  await expect.poll(() => server.realtime.stats().subscriptions).toBe(2);

  let bids = 0;
  while (server.realtime.stats().conflated === 0) {
    for (let index = 0; index < 500; index += 1) server.bid(1, 1_000 + ++bids);
    await letPass(1, "sockets get their turn");
    expect(bids).toBeLessThan(200_000);
  }
  // It is behind now, so later messages are not kept for it.
  for (let index = 0; index < 500; index += 1) server.bid(1, 1_000 + ++bids);
  await expect.poll(() => quick.frames.length).toBe(bids + 2);

  let text = "";
  deaf.on("data", (part) => (text = (text + part.toString("latin1")).slice(-4_000)));
  const resync = () =>
    /"type":"STATE","seq":(\d+).*"resync":true/.exec(text.split("MESSAGE").at(-1) ?? "");
  await expect.poll(() => Number(resync()?.[1])).toBe(bids);
  server.bid(1, 1_000 + ++bids);
  await expect.poll(() => text).toContain(`"type":"BID","seq":${bids}`);
});

test("a client that stops reading for too long is disconnected", async () => {
  const server = await startLiveServer({ limits: { conflateBytes: 20_000, behindMs: 300 } });
  onTestFinished(() => server.stop());
  server.ledger.open(1);
  const deaf = await deafClient(server.url, [connectFrame(), subscribe]);
  await expect.poll(() => server.realtime.stats().subscriptions).toBe(1);
  for (let bids = 0; server.realtime.stats().conflated === 0; bids += 500) {
    for (let index = 1; index <= 500; index += 1) server.bid(1, bids + index);
    await letPass(1, "sockets get their turn");
  }
  await expect.poll(() => server.realtime.stats().connections).toBe(0);
  expect(server.realtime.stats().ended).toEqual({ slow: 1 });
  expect(deaf.destroyed).toBe(false);
});

test("a shutdown closes every connection with a code after which clients reconnect", async () => {
  const server = await startLiveServer();
  server.ledger.open(1);
  const codes: number[] = [];
  for (const transports of ["websocket", "xhr-streaming", "xhr-polling"]) {
    const client = new Client({
      reconnectDelay: 0,
      webSocketFactory: () => patientSockJs(server.url, transports),
      onWebSocketClose: (event: CloseEvent) => codes.push(event.code),
    });
    client.activate();
    await expect.poll(() => client.connected).toBe(true);
  }
  const plain = await connectPeer(server.url);
  plain.send(connectFrame());
  await expect.poll(() => plain.frames.length).toBe(1);
  expect(server.realtime.stats().connections).toBe(4);

  const draining = server.realtime.drain();
  // All at once: drain() doesn't wait for later connections.
  const newcomers = await Promise.all([
    connectPeer(server.url).then(
      () => "let in",
      (error: unknown) => String(error),
    ),
    fetch(`${server.url}/ws-bid/info`).then(({ status }) => String(status)),
    fetch(`${server.url}/ws-bid/0/new/xhr`, { method: "POST" }).then(({ status }) =>
      String(status),
    ),
  ]);
  expect(newcomers.map((answer) => /503/.exec(answer)?.[0])).toEqual(["503", "503", "503"]);
  expect(await plain.closed).toBe(4503);
  await expect.poll(() => codes).toEqual([4503, 4503, 4503]);
  await draining;
  await server.stop();
});

test("a shutdown doesn't wait for unresponsive clients, and spreads the other disconnects", async () => {
  const server = await startLiveServer();
  server.ledger.open(1);
  const deaf = await deafClient(server.url, [connectFrame(), subscribe]);
  const closedAtMs: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    const peer = await connectPeer(server.url);
    unawaited(peer.closed.then(() => closedAtMs.push(performance.now())));
  }
  await expect.poll(() => server.realtime.stats().subscriptions).toBe(1);
  const beganAtMs = performance.now();
  await server.stop();
  expect(performance.now() - beganAtMs).toBeLessThan(4_500);
  expect(server.realtime.stats().connections).toBe(0);
  expect(closedAtMs).toHaveLength(60);
  expect(Math.max(...closedAtMs) - Math.min(...closedAtMs)).toBeGreaterThan(500);
  deaf.destroy();
});
