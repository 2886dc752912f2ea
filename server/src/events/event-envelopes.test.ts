import fc from "fast-check";
import { expect, test } from "vitest";
import type { ProductEvent } from "./events.ts";
import { packEvents, unpackEvents } from "./event-envelopes.ts";
import { MAX_NOTE_BYTES } from "./postgres-line.ts";

const ids = fc.integer({ min: 1, max: 999_999_999_999_999 });
const events: fc.Arbitrary<ProductEvent> = fc.oneof(
  fc.record({
    type: fc.constant("lot-changed" as const),
    inventoryId: ids,
    lotId: ids,
    seq: fc.nat(),
    messages: fc.constant(() => []),
  }),
  fc.record({ type: fc.constant("access-changed" as const), userId: ids }),
  fc.record({ type: fc.constant("token-exchanged" as const), userId: ids }),
  fc.record({
    type: fc.constant("users-told" as const),
    userIds: fc.array(ids, { minLength: 1, maxLength: 2_000, size: "max" }),
    event: fc.constant({
      type: "LOST" as const,
      inventoryId: 1,
      title: "Ünïted states ".repeat(20),
      amount: 1_000,
      at: "2026-01-01T00:00:00.000Z",
    }),
  }),
  fc.record({
    type: fc.constant("lots-watched" as const),
    by: fc.uuid(),
    counts: fc.array(fc.tuple(ids, fc.nat({ max: 100_000 })), { minLength: 1, maxLength: 1_500 }),
  }),
);

/**
 * Lists what other processes learn from an event, one line for each user, lot or fact, in order.
 */
const facts = (event: ProductEvent): string[] => {
  switch (event.type) {
    case "users-told":
      return event.userIds.map((userId) => `told ${userId} ${JSON.stringify(event.event)}`);
    case "lots-watched":
      return event.counts.map((count) => `watched ${event.by} ${String(count)}`);
    case "lot-changed":
      return [`changed ${event.inventoryId} ${event.lotId} ${event.seq}`];
    default:
      return [JSON.stringify(event)];
  }
};

test("other processes get all events in order, in payloads that fit PostgreSQL's limit", () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 30 }), (sent) => {
      const texts = packEvents("some-process", sent);
      for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_NOTE_BYTES);
      const parcels = texts.map(unpackEvents);
      expect(parcels.every((parcel) => parcel?.from === "some-process")).toBe(true);
      expect(parcels.flatMap((parcel) => parcel?.events ?? []).flatMap(facts)).toEqual(
        sent.flatMap(facts),
      );
    }),
    { numRuns: 60 },
  );
});

test.for(["", "{}", "beat", '{"from":"x","events":[{"type":"drop-tables"}]}'])(
  "%s is ignored as invalid",
  (text) => {
    expect(unpackEvents(text)).toBeNull();
  },
);
