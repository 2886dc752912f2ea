import type { LotMessage } from "@gavelyard/contract/realtime";
import { lotTopic } from "@gavelyard/contract/topics";
import { expect, onTestFinished } from "vitest";
import { connectFrame, connectPeer, frameText } from "../realtime/testing/stomp-peer.ts";
import type { Marketplace } from "./marketplace.ts";

/** Polling timeout, long enough for a busy machine. */
export const PATIENT = { timeout: 15_000 };

/**
 * Subscribes a live client to a lot. Returns a function that lists the messages received after the
 * initial state.
 */
export async function follow(
  market: Marketplace,
  inventoryId: number,
): Promise<() => LotMessage[]> {
  const peer = await connectPeer(market.url);
  onTestFinished(() => peer.socket.terminate());
  peer.send(connectFrame());
  peer.send(frameText("SUBSCRIBE", { id: "0", destination: lotTopic(inventoryId) }));
  const heard = () =>
    peer.frames
      .filter(({ command }) => command === "MESSAGE")
      .map(({ body }): LotMessage => JSON.parse(String(body)));
  await expect.poll(() => heard().length, PATIENT).toBe(1);
  return () => heard().filter(({ type }) => type !== "STATE");
}

/** Returns the seqs of the received messages. */
export const seqs = (heard: () => LotMessage[]): number[] => heard().map(({ seq }) => seq);
