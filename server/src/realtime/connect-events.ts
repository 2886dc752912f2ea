import type { AuctionMessage, ChangeMessage } from "@gavelyard/contract/realtime";
import { auctionsTopic, questionsTopic } from "@gavelyard/contract/topics";
import type { Bus } from "../events/bus.ts";
import type { ProductEvent } from "../events/events.ts";
import type { Realtime } from "./realtime.ts";

const changesControlRooms: ReadonlySet<ProductEvent["type"]> = new Set([
  "lot-changed",
  "lot-closed",
  "lots-rescheduled",
]);

/** Publishes the events of this process and of others to the topics. */
export function connectEvents(bus: Bus, realtime: Realtime): void {
  bus.listen({
    onEvent: (event) => publish(realtime, event),
    onGap: () => {
      realtime.catchUpAll();
      realtime.authenticateAgain();
    },
  });
}

function publish(realtime: Realtime, event: ProductEvent): void {
  if (changesControlRooms.has(event.type)) realtime.refreshControlRooms();
  switch (event.type) {
    case "lot-changed":
      if (event.messages === undefined) realtime.lotMoved(event.inventoryId, event.seq);
      else realtime.publishLot(event.inventoryId, event.messages);
      return;
    case "lot-closed":
      realtime.publish(auctionsTopic, {
        v: 1,
        type: "LOT_CLOSED",
        auctionId: event.auctionId,
        inventoryId: event.inventoryId,
        outcome: event.outcome,
        serverTime: event.at,
      } satisfies AuctionMessage);
      return;
    case "answers-changed":
      realtime.publish(questionsTopic(event.inventoryId), {
        v: 1,
        type: "CHANGED",
      } satisfies ChangeMessage);
      return;
    case "users-told":
      for (const userId of event.userIds) realtime.publishToUser(userId, event.event);
      return;
    case "access-changed":
      realtime.endUser(event.userId, event.keepsSessions === true);
      return;
    case "lots-rescheduled":
      realtime.catchUpAll();
      return;
    case "lots-watched":
    case "token-exchanged":
    // `WatcherCounts` and `Sessions` handle them.
  }
}
