import { z } from "zod";
import { instant } from "@gavelyard/contract/common";
import { userEvent } from "@gavelyard/contract/realtime";
import { lotOutcomes } from "@gavelyard/contract/inventory/inventory-fields";
import type { ProductEvent } from "./events.ts";
import { MAX_NOTE_BYTES } from "./postgres-line.ts";

/** Maximum users or lots in one event, so that it fits into one payload. */
const MAX_NAMED = 250;

const id = z.int();
const remoteEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("lot-changed"), inventoryId: id, lotId: id, seq: z.int() }),
  z.object({
    type: z.literal("lot-closed"),
    inventoryId: id,
    auctionId: id,
    outcome: z.enum(lotOutcomes),
    at: instant.optional(),
  }),
  z.object({ type: z.literal("lots-rescheduled") }),
  z.object({ type: z.literal("answers-changed"), inventoryId: id }),
  z.object({ type: z.literal("users-told"), userIds: z.array(id), event: userEvent }),
  z.object({
    type: z.literal("access-changed"),
    userId: id,
    keepsSessions: z.boolean().optional(),
  }),
  z.object({ type: z.literal("token-exchanged"), userId: id }),
  z.object({
    type: z.literal("lots-watched"),
    by: z.uuid(),
    counts: z.array(z.tuple([id, z.int().min(0)])),
  }),
]);
const envelope = z.object({ from: z.string(), events: z.array(remoteEvent) });

export type EventEnvelope = z.infer<typeof envelope>;

const headOf = (from: string) => `{"from":"${from}","events":[`;

/** Whether a process sent this text itself; decided without parsing it. */
export const isFrom = (text: string, from: string) => text.startsWith(headOf(from));

/** Packs events into texts for other processes, each short enough for a NOTIFY. */
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

/** Parses a packed text; null when it isn't valid. */
export function unpackEvents(text: string): EventEnvelope | null {
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Prepares an event for other processes: drops local parts, and splits one that is too long. */
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
  return Array.from({ length: Math.ceil(all.length / MAX_NAMED) }, (_, part) =>
    all.slice(part * MAX_NAMED, (part + 1) * MAX_NAMED),
  );
}
