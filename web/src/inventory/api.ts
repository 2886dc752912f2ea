import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import type { InventoryFilter } from "@gavelyard/contract/inventory/inventory-filter";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call, CallInput } from "@gavelyard/client/call";
import { pricedMeta } from "../realtime/priced-meta.ts";
import type { Pictured } from "../ui/picture.tsx";
import { placeAndInterest, unitFacts, type ListedUnit } from "../ui/unit-facts.ts";

const pictured = ({ id, alt, width, height, placeholder }: Pictured): Pictured => ({
  id,
  alt,
  width,
  height,
  placeholder,
});

function asCard(unit: InventoryCard): ListedUnit & { readonly price: number } {
  const { id, name, hasVideo, price, lot, images } = unit;
  const [picture] = images;
  return {
    id,
    name,
    place: placeAndInterest(unit),
    hasVideo,
    price,
    facts: unitFacts(unit),
    picture: picture && pictured(picture),
    lot: lot && {
      lotId: lot.lotId,
      seq: lot.seq,
      status: lot.status,
      outcome: lot.outcome,
      bidCount: lot.bidCount,
      reserveState: lot.reserveState,
      opensAt: lot.opensAt,
      closesAt: lot.closesAt,
      timeZone: lot.timeZone,
    },
  };
}

export const filterQuery = (call: Call, filter: Partial<InventoryFilter>) =>
  queryOptions({
    queryKey: ["inventories", "filter", filter],
    queryFn: async () => {
      const page = await call("filterInventories", { body: filter });
      return { ...page, content: page.content.map(asCard) };
    },
    placeholderData: keepPreviousData,
    meta: pricedMeta,
  });

export const unitQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["inventories", id],
    queryFn: () => call("inventoryById", { params: { id: String(id) } }),
  });

export const closingNextQuery = (call: Call) =>
  filterQuery(call, { auctionStatus: ["LIVE"], size: 6 });

export const typesQuery = (call: Call) =>
  queryOptions({ queryKey: ["inventories", "types"], queryFn: () => call("typesOfInventory") });

export const featuredQuery = (call: Call) =>
  queryOptions({
    queryKey: ["inventories", "featured"],
    queryFn: async () => (await call("featuredInventories")).slice(0, 6).map(asCard),
    meta: pricedMeta,
  });

const ACT_POLL_MS = 500;

/** A lot number as people type it: 12, #12, 12A, lot 12. */
const lotNumberAlone = /^(?:lote? ?)?#?([1-9]\d{0,3}[a-z]?)$/i;

/** Palette search: lots with a typed number first, then units that match the words. */
export const foundUnitsQuery = (call: Call, text: string) =>
  queryOptions({
    queryKey: ["inventories", "found", text],
    queryFn: async () => {
      const lotNumber = lotNumberAlone.exec(text)?.[1]?.toUpperCase();
      const filters = [...(lotNumber === undefined ? [] : [{ lotNumber }]), { q: text }];
      const found = await Promise.all(
        filters.map((filter) => call("filterInventories", { body: { ...filter, size: 6 } })),
      );
      const units = new Map(found.flatMap(({ content }) => content.map((unit) => [unit.id, unit])));
      return [...units.values()];
    },
    staleTime: 10_000,
  });

type StockSearch = CallInput<"searchUnits">["body"];

export const stockQuery = (call: Call, search: StockSearch) =>
  queryOptions({
    queryKey: ["staff", "units", "search", search],
    queryFn: () => call("searchUnits", { body: search }),
    placeholderData: keepPreviousData,
  });

/** How far an act on many units is; polled until it is finished. */
export const unitActQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "unit-acts", id],
    queryFn: () => call("unitActById", { params: { id: String(id) } }),
    refetchInterval: ({ state: { data } }) => (data?.finished === true ? false : ACT_POLL_MS),
  });

/** Daily views for one page of the staff's units. */
export const unitViewsQuery = (call: Call, ids: readonly number[]) =>
  queryOptions({
    queryKey: ["staff", "units", "views", ids],
    queryFn: () => call("unitViewsByDay", { query: { units: ids.join(",") } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

/** What staff change of units in the table, for one page of it. */
export const unitTermsQuery = (call: Call, ids: readonly number[]) =>
  queryOptions({
    queryKey: ["staff", "units", "terms", ids],
    queryFn: () => call("unitTerms", { query: { units: ids.join(",") } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

export const unitForStaffQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "units", id],
    queryFn: () => call("unitByIdForStaff", { params: { id: String(id) } }),
    // Never refetch while someone types in the form.
    refetchOnWindowFocus: false,
  });

export const filterDetailsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["inventories", "filter-details"],
    queryFn: () => call("inventoryFilterDetails"),
  });

/** Up to 20 sellers whose name has a text, or the one with that ID. */
export const sellerNamesQuery = (call: Call, q: string) =>
  queryOptions({
    queryKey: ["staff", "seller-names", q],
    queryFn: () => call("sellerNames", { query: { q } }),
    placeholderData: keepPreviousData,
  });

export const yardsQuery = (call: Call) =>
  queryOptions({ queryKey: ["staff", "yards"], queryFn: () => call("yards") });

/** Imports of units, latest first. */
export const importsQuery = (call: Call, page: number) =>
  queryOptions({
    queryKey: ["staff", "imports", "list", page],
    queryFn: () => call("unitImports", { query: { page: String(page), size: "10" } }),
    placeholderData: keepPreviousData,
  });
