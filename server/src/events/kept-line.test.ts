import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { KeptLine } from "./kept-line.ts";
import type { LineEars } from "./line.ts";

/** A line whose far end can die in silence, be cut, or not answer at all. */
function openPeer() {
  const peer = { opened: 0, reachable: true, echoes: true, ears: null as LineEars | null };
  const heard: string[] = [];
  let back = 0;
  const line = new KeptLine(
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

test("a line that brings nothing back is opened anew, and what was missed is told of", async () => {
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
