import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { BusConnection } from "./bus-connection.ts";
import type { BusHandlers } from "./line.ts";

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
        say: async (text) => {
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
      beatMs: 20,
    },
  );
  onTestFinished(() => line.stop());
  return { peer, line, heard, timesBack: () => back };
}

test("a line that brings nothing back is opened again, and what was missed is told of", async () => {
  const { peer, line, timesBack } = openPeer();
  await line.start();
  peer.echoes = false;
  await expect.poll(() => line.connected).toBe(false);
  await expect(line.say("hello")).rejects.toThrow("out of reach");
  peer.echoes = true;
  await expect.poll(() => [line.connected, peer.opened, timesBack()]).toEqual([true, 2, 1]);
});

test("a line that answers stays open, and its beats are not for others", async () => {
  const { peer, line, heard } = openPeer();
  await line.start();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await line.say("hello");
  expect([line.connected, peer.opened, heard]).toEqual([true, 1, ["hello"]]);
});

test("a line that is cut comes back; one that was never there is waited for, when told to", async () => {
  const { peer, line, timesBack } = openPeer();
  peer.reachable = false;
  await expect(line.start()).rejects.toThrow("nobody there");
  await line.startPatiently();
  expect(line.connected).toBe(false);
  peer.reachable = true;
  await expect.poll(() => [line.connected, timesBack()], { timeout: 5_000 }).toEqual([true, 1]);
  peer.ears?.onLost();
  expect(line.connected).toBe(false);
  await expect.poll(() => [line.connected, timesBack()], { timeout: 5_000 }).toEqual([true, 2]);
});

test("a line that was stopped stays closed", async () => {
  const { peer, line } = openPeer();
  await line.start();
  await line.stop();
  peer.ears?.onLost();
  await new Promise((resolve) => setTimeout(resolve, 700));
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
          say: async (text) => {
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
        beatMs: 20,
      },
    );
    onTestFinished(() => line.stop());
    return { line, told };
  };
  return { ears, join };
}

test("a process is alone once no other beats, and knows at once when one comes", async () => {
  const hub = openHub();
  const [first, second] = [hub.join(), hub.join()];
  await first.line.start();
  expect(first.line.hasNoPeers).toBe(false);
  await expect.poll(() => first.line.hasNoPeers).toBe(true);
  await second.line.start();
  expect([first.line.hasNoPeers, second.line.hasNoPeers]).toEqual([false, false]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([first.line.hasNoPeers, second.line.hasNoPeers]).toEqual([false, false]);
  await second.line.stop();
  await expect.poll(() => first.line.hasNoPeers).toBe(true);
});

test("who comes to one that was alone is told that it may have missed something, and nobody else is", async () => {
  const hub = openHub();
  const [first, second] = [hub.join(), hub.join()];
  await first.line.start();
  await expect.poll(() => first.line.hasNoPeers).toBe(true);
  await second.line.start();
  await expect.poll(() => second.told.back, { timeout: 4_000 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([first.told, second.told]).toEqual([
    { back: 0, heard: [] },
    { back: 1, heard: [] },
  ]);
});

test("a process whose line brings its own beats back no more is not alone", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { peer, line } = openPeer();
  await line.start();
  vi.advanceTimersByTime(100);
  expect(line.hasNoPeers).toBe(true);
  peer.echoes = false;
  vi.advanceTimersByTime(40);
  expect([line.hasNoPeers, line.connected]).toEqual([false, true]);
});

test("without its line a process is not alone, since it would hear nobody", async () => {
  const hub = openHub();
  const { line } = hub.join();
  await line.start();
  await expect.poll(() => line.hasNoPeers).toBe(true);
  for (const ear of hub.ears) ear.onLost();
  expect(line.hasNoPeers).toBe(false);
});
