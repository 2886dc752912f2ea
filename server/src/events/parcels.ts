import { z } from "zod";
import { userEvent } from "@gavelyard/contract/realtime";
import { lotOutcomes } from "@gavelyard/contract/inventory-fields";
import type { ProductEvent } from "./events.ts";
import { MAX_NOTE_BYTES } from "./postgres-line.ts";

/** Users or lots that one event names at most, so that each fits into one payload. */
const MOST_NAMED = 250;

const id = z.int();
const remoteEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("lot-changed"), inventoryId: id, lotId: id, seq: z.int() }),
  z.object({
    type: z.literal("lot-closed"),
    inventoryId: id,
    auctionId: id,
    outcome: z.enum(lotOutcomes),
  }),
  z.object({ type: z.literal("lots-rescheduled") }),
  z.object({ type: z.literal("users-told"), userIds: z.array(id), event: userEvent }),
  z.object({ type: z.literal("access-changed"), userId: id }),
  z.object({
    type: z.literal("lots-watched"),
    by: z.uuid(),
    counts: z.array(z.tuple([id, z.int().min(0)])),
  }),
]);
const envelope = z.object({ from: z.string(), events: z.array(remoteEvent) });

/** Events that came from a process. */
export type Parcel = z.infer<typeof envelope>;

const headOf = (from: string) => `{"from":"${from}","events":[`;

/** Whether a process sent such a text itself; told without reading it. */
export const isFrom = (text: string, from: string) => text.startsWith(headOf(from));

/** Events as texts for other processes, each short enough for a NOTIFY. */
export function packEvents(from: string, events: readonly ProductEvent[]): string[] {
  const head = headOf(from);
  const texts: string[] = [];
  let part: string[] = [];
  let bytes = head.length + 2;
  const finish = () => {
    if (part.length > 0) texts.push(`${head}${part.join(",")}]}`);
    part = [];
    bytes = head.length + 2;
  };
  for (const event of events.flatMap(asSent)) {
    const text = JSON.stringify(event);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > MAX_NOTE_BYTES) finish();
    part.push(text);
    bytes += size;
  }
  finish();
  return texts;
}

/** Reads such a text; null when it is none. */
export function unpackEvents(text: string): Parcel | null {
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** An event as others get it: without what only this process uses, and in parts that are not too long. */
function asSent(event: ProductEvent): object[] {
  switch (event.type) {
    case "lot-changed":
      return [{ ...event, messages: undefined }];
    case "users-told":
      return inParts(event.userIds).map((userIds) => ({ ...event, userIds }));
    case "lots-watched":
      return inParts(event.counts).map((counts) => ({ ...event, counts }));
    default:
      return [event];
  }
}

function inParts<T>(all: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / MOST_NAMED) }, (_, part) =>
    all.slice(part * MOST_NAMED, (part + 1) * MOST_NAMED),
  );
}
