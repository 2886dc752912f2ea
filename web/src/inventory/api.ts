import type { InventoryCard } from "@gavelyard/contract/inventory";
import type { InventoryFilter } from "@gavelyard/contract/inventory-filter";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call, CallInput } from "../api/client.ts";

/** What lists show of a unit. */
export type ListedUnit = Pick<
  InventoryCard,
  | "id"
  | "name"
  | "location"
  | "engineType"
  | "engineHours"
  | "odometer"
  | "odometerUnit"
  | "distanceMiles"
  | "images"
  | "lot"
> & { readonly price: number | null };

/** A unit as cards show it, with one picture: a list is written into the page that it comes with. */
const asCard = (unit: InventoryCard): InventoryCard => ({
  ...unit,
  images: unit.images.slice(0, 1),
});

/** What the vehicles page asks for; the filter comes from the address. */
export const filterQuery = (call: Call, filter: Partial<InventoryFilter>) =>
  queryOptions({
    queryKey: ["inventories", "filter", filter],
    queryFn: async () => {
      const page = await call("filterInventories", { body: filter });
      return { ...page, content: page.content.map(asCard) };
    },
    placeholderData: keepPreviousData,
  });

export const unitQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["inventories", id],
    queryFn: () => call("inventoryById", { params: { id: String(id) } }),
  });

/** The first units that staff feature, as many as the home page shows. */
export const featuredQuery = (call: Call) =>
  queryOptions({
    queryKey: ["inventories", "featured"],
    queryFn: async () => (await call("featuredInventories")).slice(0, 6).map(asCard),
  });

type StockSearch = CallInput<"searchUnits">["body"];

/** A page of units of any status, as staff find them. */
export const stockQuery = (call: Call, search: StockSearch) =>
  queryOptions({
    queryKey: ["staff", "units", "search", search],
    queryFn: () => call("searchUnits", { body: search }),
    placeholderData: keepPreviousData,
  });

/** One unit as staff see it. */
export const unitForStaffQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "units", id],
    queryFn: () => call("unitByIdForStaff", { params: { id: String(id) } }),
    // A form is not filled again while somebody types.
    refetchOnWindowFocus: false,
  });

/** What stock can be narrowed by, with the values that there are. */
export const filterDetailsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["inventories", "filter-details"],
    queryFn: () => call("inventoryFilterDetails"),
  });

/** Where units stand. */
export const yardsQuery = (call: Call) =>
  queryOptions({ queryKey: ["staff", "yards"], queryFn: () => call("yards") });
