import type { LotMessage } from "@gavelyard/contract/realtime";
import type { Subscriber } from "../audience.ts";
import type { Connection } from "../connection.ts";
import { defaultLimits } from "../limits.ts";
import { StompParser } from "../stomp-codec.ts";

export interface Listener<T = LotMessage> {
  readonly subscriber: Subscriber;
  readonly received: T[];
  bufferedBytes: number;
  isCut: boolean;
}

/** A subscriber whose connection takes every message, unless its buffer is set to be full. */
export function listener<T = LotMessage>(id = "sub-0"): Listener<T> {
  const parser = new StompParser(defaultLimits.frameBytes);
  const received: T[] = [];
  const connection: Connection = {
    encoding: "raw",
    network: "",
    accepted: undefined,
    buffered: () => it.bufferedBytes,
    send: ({ rawFrames }) => {
      for (let at = 0; at < rawFrames.length;) {
        const short = rawFrames[at + 1] ?? 0;
        const [headBytes, length] = short < 126 ? [2, short] : [4, rawFrames.readUInt16BE(at + 2)];
        const frame = rawFrames.subarray(at + headBytes, at + headBytes + length);
        for (const { body } of parser.push(frame)) received.push(JSON.parse(body.toString()));
        at += headBytes + length;
      }
    },
    close: () => {},
    onMessage: () => {},
    onClose: () => {},
  };
  const it: Listener<T> = {
    subscriber: { connection, version: "1.2", id, acks: false, cut: () => (it.isCut = true) },
    received,
    bufferedBytes: 0,
    isCut: false,
  };
  return it;
}
