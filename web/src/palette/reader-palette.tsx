import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { addressOf } from "@gavelyard/contract/inventory/filter-address";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { auctionsQuery, type ListedAuction } from "../auctions/api.ts";
import { foundUnitsQuery, unitQuery } from "../inventory/api.ts";
import { recentlySeen } from "../inventory/browse/recently-seen.ts";
import { newUnitsWords, savedSearchesQuery } from "../saved-searches/api.ts";
import { messageOf } from "../api/messages.ts";
import type { Session } from "../session/session.ts";
import { money, when } from "../ui/text/format.ts";
import {
  matchingItems,
  Palette,
  type PaletteGroup,
  type PaletteItem,
} from "../ui/overlay/palette.tsx";
import { navigate } from "../ui/page/router.tsx";
import { ErrorState } from "../ui/states.tsx";
import { useSettled } from "../ui/page/use-settled.ts";
import { useCommonItems } from "./common-items.ts";
import { placesFor } from "./reader-places.ts";

/** Minimum characters before units and auctions are searched. */
const MIN_QUERY_LENGTH = 2;
const MAX_AUCTIONS = 6;
const MAX_RECENT = 5;

/** The palette of visitors and customers: opens pages, units, auctions and saved searches. */
export default function ReaderPalette({
  session,
  onClose,
}: {
  session: Session | null;
  onClose: () => void;
}) {
  const call = useCall();
  const [typed, setTyped] = useState("");
  const settled = useSettled(typed);
  const isLong = typed.length >= MIN_QUERY_LENGTH || /^\d$/.test(typed);
  // The list of vehicles can't be searched by lot number.
  const isLot = /^(?:lote? |#)/i.test(typed);
  // Results for an earlier text are never shown.
  const isQueried = isLong && settled === typed;
  const units = useQuery({ ...foundUnitsQuery(call, settled), enabled: isQueried });
  const auctions = useQuery(auctionsQuery(call));
  const common = useCommonItems();
  const places = placesFor(session !== null).map(pageItem);
  const searches = useSavedSearches(session);
  const recent = useRecentUnits(typed === "");
  const failed = [units, auctions].find(({ error }) => isQueried && error !== null);
  const all = pageItem({
    title: t("Search vehicles for “{typed}”", { typed }),
    path: addressOf({ q: typed }),
  });
  const groups: readonly PaletteGroup[] = [
    [t("Recently viewed"), recent],
    [t("Pages"), matchingItems(places, typed)],
    [t("Saved searches"), matchingItems(searches, typed)],
    [t("Units"), isQueried ? (units.data ?? []).map(unitItem) : []],
    [
      t("Auctions"),
      isLong
        ? matchingItems((auctions.data ?? []).map(auctionItem), typed).slice(0, MAX_AUCTIONS)
        : [],
    ],
    [t("Action"), matchingItems(common, typed)],
    [t("Search"), isLong && !isLot ? [all] : []],
  ];
  return (
    <Palette
      placeholder={t("Unit, VIN, lot, auction or page")}
      groups={groups}
      isSearching={isLong && (!isQueried || units.isFetching)}
      failure={
        failed === undefined ? null : (
          <ErrorState
            message={messageOf(failed.error, t("Couldn't search."))}
            onRetry={() => unawaited(failed.refetch())}
          />
        )
      }
      onType={setTyped}
      onClose={onClose}
    />
  );
}

const pageItem = ({ title, path }: { title: string; path: string }): PaletteItem => ({
  key: path,
  title,
  run: () => navigate(path),
});

const unitItem = ({ id, name, stockNumber, price, lot }: InventoryCard): PaletteItem => ({
  key: `unit ${id}`,
  title: name,
  detail:
    lot === null
      ? t("Stock {stock}", { stock: stockNumber })
      : t("Lot {number}, {auction}, {price}", {
          number: lot.lotNumber,
          auction: lot.auctionName,
          price: money(price),
        }),
  run: () => navigate(`/truck/${id}`),
});

const auctionItem = (auction: ListedAuction): PaletteItem => ({
  key: `auction ${auction.id}`,
  title: auction.auctionName,
  detail: auction.status === "LIVE" ? t("Live") : when(auction.startTime, auction.timeZone),
  run: () => navigate(`/auctions/${auction.id}`),
});

/** Returns the units viewed last in this browser; none during a search. */
function useRecentUnits(isWanted: boolean): PaletteItem[] {
  const call = useCall();
  const [ids] = useState(() => recentlySeen().slice(0, MAX_RECENT));
  const units = useQueries({
    queries: ids.map((id) => ({ ...unitQuery(call, id), retry: false, enabled: isWanted })),
  });
  return isWanted ? units.flatMap(({ data }) => (data === undefined ? [] : unitItem(data))) : [];
}

function useSavedSearches(session: Session | null): PaletteItem[] {
  const call = useCall();
  const queries = useQueryClient();
  const userId = session?.userId ?? 0;
  const options = savedSearchesQuery(call, userId);
  const { data = [] } = useQuery({ ...options, enabled: session !== null });
  const open = async (id: number) => {
    await call("seeSavedSearch", { params: { userId: String(userId), id: String(id) } });
    await queries.invalidateQueries({ queryKey: options.queryKey });
  };
  return data.map(({ id, name, filter, newUnits }) => ({
    key: `search ${id}`,
    title: name,
    detail: newUnits === 0 ? undefined : newUnitsWords(newUnits),
    run: () => {
      navigate(addressOf(filter));
      // If it can't be marked as seen, its units just stay new.
      open(id).catch(() => {});
    },
  }));
}
