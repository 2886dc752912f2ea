import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const webhooksQuery = (call: Call) =>
  queryOptions({ queryKey: ["staff", "webhooks"], queryFn: () => call("webhooks") });

/** A page of a webhook's deliveries; polled while some are pending. */
export const deliveriesQuery = (call: Call, id: number, page: number) =>
  queryOptions({
    queryKey: ["staff", "webhooks", id, "deliveries", page],
    queryFn: () =>
      call("webhookDeliveries", {
        params: { id: String(id) },
        query: { page: String(page), size: "10" },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
