import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";
import { isQueue, type QueueName } from "./queue-tabs.ts";

/**
 * The staff's work queue; polled every 30 s. Queues of a newer server, which an open page doesn't
 * know, are left out.
 */
export const workQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "work"],
    queryFn: async () => {
      const home = await call("staffHome");
      return { ...home, queues: home.queues.filter(({ name }) => isQueue(name)) };
    },
    refetchInterval: 30_000,
  });

/** One queue with up to 200 items, to work through it. */
export const oneQueueQuery = (call: Call, queue: QueueName) =>
  queryOptions({
    queryKey: ["staff", "work", queue],
    queryFn: async () => {
      const { queues } = await call("staffHome", { query: { queue } });
      return { count: queues[0]?.count ?? 0, items: queues[0]?.next ?? [] };
    },
    refetchInterval: 30_000,
  });
