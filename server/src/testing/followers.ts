import type { LotMessage } from "@gavelyard/contract/realtime";
import { lotTopic } from "@gavelyard/contract/topics";
import { expect, onTestFinished } from "vitest";
import { connectFrame, connectPeer, frameText } from "../realtime/testing/stomp-peer.ts";
import type { Marketplace } from "./marketplace.ts";

/** Long enough for a busy machine. */
export const PATIENT = { timeout: 15_000 };

/** What a live client of one process hears of a lot, after the state that it begins with. */
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

/** The numbers of the rows that were heard. */
export const seqs = (heard: () => LotMessage[]): number[] => heard().map(({ seq }) => seq);
