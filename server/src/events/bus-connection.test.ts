import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { BusConnection } from "./bus-connection.ts";
import type { BusHandlers } from "./line.ts";
import { letPass } from "../testing/wait-for.ts";

/** A connection whose peer can go silent, disconnect, or refuse connections. */
function openPeer() {
  const peer = { opened: 0, reachable: true, echoes: true, ears: null as BusHandlers | null };
  const heard: string[] = [];
  let back = 0;
  const line = new BusConnection(
    async (ears) => {
      if (!peer.reachable) throw new Error("nobody there");
      peer.opened += 1;
      peer.ears = ears;
      return {
        publish: async (text) => {
          if (peer.echoes) ears.onText(text);
        },
        close: async () => {},
      };
    },
    {
      name: "a line",
      log: pino({ level: "silent" }),
      onText: (text) => heard.push(text),
      onBack: () => (back += 1),
      heartbeatMs: 20,
    },
  );
  onTestFinished(() => line.stop());
  return { peer, line, heard, timesBack: () => back };
}

/** Lets a test move the time of heartbeats, which pass every 20 ms. */
function stopHeartbeats(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test("a line that delivers nothing is reopened, and missed events are reported", async () => {
  stopHeartbeats();
  const { peer, line, timesBack } = openPeer();
  await line.start();
  peer.echoes = false;
  vi.advanceTimersByTime(80);
  expect(line.connected).toBe(false);
  await expect(line.publish("hello")).rejects.toThrow("unreachable");
  peer.echoes = true;
  await expect.poll(() => [line.connected, peer.opened, timesBack()]).toEqual([true, 2, 1]);
});

test("a working line stays open, and its heartbeats aren't delivered as events", async () => {
  const { peer, line, heard } = openPeer();
  await line.start();
  await letPass(200, "several heartbeats pass");
  await line.publish("hello");
  expect([line.connected, peer.opened, heard]).toEqual([true, 1, ["hello"]]);
});

test("a cut line reconnects; with startWithRetry, so does one that was never there", async () => {
  const { peer, line, timesBack } = openPeer();
  peer.reachable = false;
  await expect(line.start()).rejects.toThrow("nobody there");
  await line.startWithRetry();
  expect(line.connected).toBe(false);
  peer.reachable = true;
  await expect.poll(() => [line.connected, timesBack()]).toEqual([true, 1]);
  peer.ears?.onLost();
  expect(line.connected).toBe(false);
  await expect.poll(() => [line.connected, timesBack()]).toEqual([true, 2]);
});

test("a stopped line stays closed", async () => {
  const { peer, line } = openPeer();
  await line.start();
  await line.stop();
  peer.ears?.onLost();
  await letPass(700, "a line that wasn't stopped would be back");
  expect([line.connected, peer.opened]).toEqual([false, 1]);
});

/** Connections of several processes through one carrier. */
function openHub() {
  const ears = new Set<BusHandlers>();
  const join = () => {
    const told = { back: 0, heard: [] as string[] };
    const line = new BusConnection(
      async (ear) => {
        ears.add(ear);
        return {
          publish: async (text) => {
            for (const each of ears) each.onText(text);
          },
          close: async () => {
            ears.delete(ear);
          },
        };
      },
      {
        name: "a line",
        log: pino({ level: "silent" }),
        onText: (text) => told.heard.push(text),
        onBack: () => (told.back += 1),
        heartbeatMs: 20,
      },
    );
    onTestFinished(() => line.stop());
    return { line, told };
  };
  return { ears, join };
}

test("a process is alone once no other sends heartbeats, and notices a new one immediately", async () => {
  stopHeartbeats();
  const hub = openHub();
  const [first, second] = [hub.join(), hub.join()];
  await first.line.start();
  expect(first.line.hasNoPeers).toBe(false);
  vi.advanceTimersByTime(100);
  expect(first.line.hasNoPeers).toBe(true);
  await second.line.start();
  expect([first.line.hasNoPeers, second.line.hasNoPeers]).toEqual([false, false]);
  vi.advanceTimersByTime(200);
  expect([first.line.hasNoPeers, second.line.hasNoPeers]).toEqual([false, false]);
  await second.line.stop();
  vi.advanceTimersByTime(100);
  expect(first.line.hasNoPeers).toBe(true);
});

test("only a process that joins one that was alone is told that it may have missed events", async () => {
  stopHeartbeats();
  const hub = openHub();
  const [first, second] = [hub.join(), hub.join()];
  await first.line.start();
  vi.advanceTimersByTime(100);
  await second.line.start();
  vi.advanceTimersByTime(4_000);
  expect([first.told, second.told]).toEqual([
    { back: 0, heard: [] },
    { back: 1, heard: [] },
  ]);
});

test("a process that no longer receives its own heartbeats isn't alone", async () => {
  stopHeartbeats();
  const { peer, line } = openPeer();
  await line.start();
  vi.advanceTimersByTime(100);
  expect(line.hasNoPeers).toBe(true);
  peer.echoes = false;
  vi.advanceTimersByTime(40);
  expect([line.hasNoPeers, line.connected]).toEqual([false, true]);
});

test("without its line a process isn't alone, since it couldn't receive anything", async () => {
  stopHeartbeats();
  const hub = openHub();
  const { line } = hub.join();
  await line.start();
  vi.advanceTimersByTime(100);
  expect(line.hasNoPeers).toBe(true);
  for (const ear of hub.ears) ear.onLost();
  expect(line.hasNoPeers).toBe(false);
});
