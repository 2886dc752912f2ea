import type { LotMessage } from "@gavelyard/contract/realtime";
import { lotTopic } from "@gavelyard/contract/topics";
import { expect, onTestFinished } from "vitest";
import { connectFrame, connectPeer, frameText } from "../realtime/testing/stomp-peer.ts";
import type { Marketplace } from "./marketplace.ts";

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
  const messages = () =>
    peer.frames
      .filter(({ command }) => command === "MESSAGE")
      .map(({ body }): LotMessage => JSON.parse(String(body)));
  await expect.poll(() => messages().length).toBe(1);
  return () => messages().filter(({ type }) => type !== "STATE");
}

export const seqs = (messages: () => LotMessage[]): number[] => messages().map(({ seq }) => seq);
