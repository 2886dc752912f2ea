import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";
import { queueTabs } from "./queue-tabs.ts";

/**
 * The staff's work queue; polled every 30 s. Queues of a newer server, which an open page doesn't
 * know, are left out.
 */
export const workQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "work"],
    queryFn: async () => {
      const home = await call("staffHome");
      return { ...home, queues: home.queues.filter(({ name }) => Object.hasOwn(queueTabs, name)) };
    },
    refetchInterval: 30_000,
  });
