import type { InventoryFilter } from "@gavelyard/contract/inventory-filter";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

/** What the vehicles page asks for; the filter comes from the address. */
export const filterQuery = (call: Call, filter: Partial<InventoryFilter>) =>
  queryOptions({
    queryKey: ["inventories", "filter", filter],
    queryFn: () => call("filterInventories", { body: filter }),
    placeholderData: keepPreviousData,
  });

export const unitQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["inventories", id],
    queryFn: () => call("inventoryById", { params: { id: String(id) } }),
  });

export const featuredQuery = (call: Call) =>
  queryOptions({
    queryKey: ["inventories", "featured"],
    queryFn: () => call("featuredInventories"),
  });
