import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useCall } from "../../api/api-context.ts";
import { refetchSoon } from "../../api/refetch-soon.ts";
import { AddToCalendar } from "../../auctions/add-to-calendar.tsx";
import { auctionsQuery, previewsQuery, type ListedAuction } from "../../auctions/api.ts";
import { AuctionCard, StatusBadge } from "../../auctions/auction-card.tsx";
import { currentBids, statusNow } from "../current-bids.ts";
import { Head } from "../../site/head.tsx";
import { useLotPrices, usePollWhileAway } from "../../realtime/prices.ts";
import { useAuctionMessages, useConnectionState } from "../../realtime/use-live.ts";
import { messageOf } from "../../api/messages.ts";
import { Read } from "../../api/read.tsx";
import { useSession } from "../../session/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CheckField } from "../../ui/form/field.tsx";
import { count } from "../../ui/text/format.ts";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Link } from "../../ui/page/router.tsx";
import { useAddress } from "../../ui/page/use-address.ts";
import { useClientState } from "../../ui/page/use-client-state.ts";
import { wishlistQuery } from "../../wishlist/api.ts";
import { ownBidsQuery } from "../api.ts";
import { saleNow, saleQuery } from "./api.ts";
import { idsOf, maxSales, salesToShow } from "./choice.ts";
import { rememberSales, useRememberedSales } from "./remembered.ts";
import { SalePanel, type PanelReader } from "./sale-panel.tsx";
import { SaleTabs, tabId } from "./sale-tabs.tsx";
import { useAnnouncer } from "./use-announcer.ts";

export { loadSales } from "./load.ts";

const MAX_UPCOMING = 3;

/** Live screen: several sales side by side, on a phone one at a time. */
export function Component() {
  const query = useQuery({ ...auctionsQuery(useCall()), refetchInterval: 30_000 });
  const { data, error, refetch } = query;
  return (
    <>
      <Head
        title={t("Live now | Gavelyard")}
        description={t(
          "Follow several truck and equipment auctions on one screen, and bid on the lots that close next.",
        )}
      />
      {data !== undefined ? (
        <Screen auctions={data} />
      ) : (
        <>
          <Title />
          {error === null ? (
            <Skeleton className="h-[60vh]" />
          ) : (
            <ErrorState
              message={messageOf(error, t("Couldn't load the auctions."))}
              onRetry={() => unawaited(refetch())}
            />
          )}
        </>
      )}
    </>
  );
}

function Title({ children }: { children?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-1">
      <h1>{t("Live now")}</h1>
      {children}
    </div>
  );
}

function Screen({ auctions }: { auctions: readonly ListedAuction[] }) {
  const address = useAddress();
  const remembered = useRememberedSales();
  const [before, setBefore] = useState<readonly number[]>([]);
  const requested = address.get("auctions");
  const shown = salesToShow(auctions, idsOf(requested === "" ? remembered : requested), before);
  if (shown.join() !== before.join()) setBefore(shown);
  const share = useEffectEvent(() => address.set({ auctions: remembered }, true));
  useEffect(() => {
    // So that the address can be shared.
    if (requested === "" && remembered !== "") share();
  }, [requested, remembered]);
  if (shown.length === 0) return <UpcomingAuctions auctions={auctions} />;
  const choose = (ids: readonly number[]) => {
    rememberSales(ids);
    address.set({ auctions: ids.join(",") }, true);
  };
  return (
    <Sales ids={shown}>
      <Chooser auctions={auctions} shown={shown} onChoose={choose} />
    </Sales>
  );
}

function UpcomingAuctions({ auctions }: { auctions: readonly ListedAuction[] }) {
  const { data: previews = [] } = useQuery(previewsQuery(useCall()));
  const upcoming = auctions
    .filter(({ status }) => status === "UPCOMING")
    .toSorted((one, other) => Date.parse(one.startTime ?? "") - Date.parse(other.startTime ?? ""))
    .slice(0, MAX_UPCOMING);
  return (
    <>
      <Title />
      <EmptyState title={t("No auctions are live right now.")}>
        <LinkButton to="/auctions">{t("View all auctions")}</LinkButton>
      </EmptyState>
      {upcoming.length === 0 ? null : (
        <section aria-labelledby="next-sales" className="mt-8">
          <h2 id="next-sales" className="mb-4">
            {t("Next sales")}
          </h2>
          <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
            {upcoming.map((auction) => (
              <li key={auction.id} className="grid grid-rows-[1fr_auto] gap-2">
                <AuctionCard
                  auction={auction}
                  preview={previews.find(({ auctionId }) => auctionId === auction.id)}
                />
                <AddToCalendar auction={auction} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Chooser({
  auctions,
  shown,
  onChoose,
}: {
  auctions: readonly ListedAuction[];
  shown: readonly number[];
  onChoose: (ids: readonly number[]) => void;
}) {
  const choices = auctions.filter(({ id, status }) => status === "LIVE" || shown.includes(id));
  if (choices.length < 2) return null;
  return (
    <details className="rounded-md border border-line bg-sheet px-4 open:w-full">
      <summary className="flex min-h-11 items-center gap-2 font-semibold">
        {t("Choose sales")} <ChevronDown aria-hidden className="size-4" />
      </summary>
      <div className="grid gap-x-6 pb-3 sm:grid-cols-2 xl:grid-cols-4">
        {choices.map(({ id, auctionName }) => {
          const isShown = shown.includes(id);
          return (
            <CheckField
              key={id}
              label={auctionName}
              checked={isShown}
              disabled={isShown ? shown.length === 1 : shown.length >= maxSales}
              onChange={() =>
                onChoose(isShown ? shown.filter((each) => each !== id) : [...shown, id])
              }
            />
          );
        })}
      </div>
      {choices.length <= maxSales ? null : (
        <p className="pb-3 text-sm text-soft">
          {t("You can show up to {number} auctions at a time.", { number: maxSales })}
        </p>
      )}
    </details>
  );
}

function useReader(ownOnly: boolean, pinned: readonly number[]): PanelReader {
  const session = useSession();
  const call = useCall();
  const isCustomer = session?.userRole === "ROLE_CUSTOMER";
  const userId = session?.userId ?? 0;
  const { data: bids = [] } = useQuery({ ...ownBidsQuery(call, userId), enabled: isCustomer });
  const { data: watched = [] } = useQuery({ ...wishlistQuery(call, userId), enabled: isCustomer });
  const prices = useLotPrices();
  const current = isCustomer ? currentBids(bids) : [];
  const unitsOf = (status: (typeof current)[number]["status"]) =>
    new Set(
      current.filter((bid) => statusNow(bid, prices) === status).map((bid) => bid.inventoryId),
    );
  const [leading, outbid] = [unitsOf("WINNING"), unitsOf("OUTBID")];
  const watching = isCustomer ? watched.map(({ id }) => id) : [];
  return {
    isCustomer,
    leading,
    outbid,
    own: new Set([...watching, ...leading, ...outbid]),
    ownOnly: ownOnly && isCustomer,
    pinned,
  };
}

const narrow = () => window.matchMedia("(width < 40rem)");

function watchWidth(changed: () => void): () => void {
  const query = narrow();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Whether the screen is as narrow as a phone's; false on the server, which draws all sales. */
const useIsNarrow = () =>
  useClientState(
    watchWidth,
    () => narrow().matches,
    () => false,
  );

function Sales({ ids, children }: { ids: readonly number[]; children: ReactNode }) {
  const call = useCall();
  const queries = useQueryClient();
  const address = useAddress();
  const pinned = idsOf(address.get("pin"));
  const reader = useReader(address.get("lots") === "own", pinned);
  const [text, announce] = useAnnouncer();
  const isNarrow = useIsNarrow();
  const [chosen, choose] = useState(0);
  const refetchInterval = usePollWhileAway();
  const reads = useQueries({
    queries: ids.map((id) => ({ ...saleQuery(call, id), refetchInterval })),
  });
  const prices = useLotPrices();
  const sales = reads.map((read) => read.data && saleNow(read.data, prices));
  useAuctionMessages(({ type }) => {
    if (type === "STATUS") refetchSoon(queries, ["auctions"]);
  });
  const ended = sales.find((sale) => sale?.status === "LIVE" && sale.open.length === 0)?.id;
  useEffect(() => {
    // Whether it has ended, and its result.
    if (ended !== undefined) refetchSoon(queries, saleQuery(call, ended).queryKey);
  }, [call, ended, queries]);
  const selected = ids.includes(chosen) ? chosen : (ids[0] ?? 0);
  const isTabbed = ids.length > 1;
  return (
    <>
      <p role="status" className="sr-only">
        {text}
      </p>
      <Title>
        {children}
        {reader.isCustomer ? (
          <CheckField
            label={t("Only lots I watch or bid on")}
            checked={reader.ownOnly}
            onChange={({ target }) => address.set({ lots: target.checked ? "own" : null }, true)}
          />
        ) : null}
      </Title>
      <Connection />
      {isTabbed ? (
        <SaleTabs
          sales={sales.flatMap((sale) => sale ?? [])}
          selected={selected}
          reader={reader}
          onSelect={choose}
        />
      ) : null}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] items-start gap-4">
        {ids.map((id, index) => {
          const query = reads[index];
          if (query === undefined || (isNarrow && id !== selected)) return null;
          const units = new Set(sales[index]?.open.map((unit) => unit.id));
          return (
            <section
              key={id}
              id={`sale-${id}`}
              {...(isTabbed && isNarrow ? { role: "tabpanel" } : {})}
              aria-labelledby={isTabbed && isNarrow ? tabId(id) : `sale-${id}-name`}
              className={`@container grid ${isTabbed ? "max-w-4xl" : ""} min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 ${id === selected ? "" : "max-sm:hidden"}`}
            >
              <Read query={query} failure={t("Couldn't load the auction.")} className="h-[60vh]">
                {(served) => {
                  const sale = sales[index] ?? served;
                  return (
                    <>
                      <header className="flex flex-wrap items-baseline gap-x-3 rounded-md bg-sunken px-3 py-2">
                        <h2 id={`sale-${id}-name`} className="text-lg sm:w-full sm:truncate">
                          <Link to={`/auctions/${id}`} className="text-ink">
                            {sale.auctionName}
                          </Link>
                        </h2>
                        <StatusBadge status={sale.status} />
                        <p className="text-sm text-soft">
                          {t("{open} of {all} lots open", {
                            open: count(sale.openLots),
                            all: count(sale.lots),
                          })}
                        </p>
                      </header>
                      <SalePanel
                        sale={sale}
                        reader={reader}
                        onPin={(unitId) =>
                          address.set(
                            {
                              pin: [
                                ...pinned.filter((each) => !units.has(each)),
                                ...(unitId === null ? [] : [unitId]),
                              ].join(","),
                            },
                            true,
                          )
                        }
                        announce={announce}
                      />
                    </>
                  );
                }}
              </Read>
            </section>
          );
        })}
      </div>
    </>
  );
}

/**
 * Reports that the live connection is lost. Rendered empty at first, so that screen readers
 * announce its text.
 */
function Connection() {
  const connection = useConnectionState();
  const isDown = connection === "waiting" || connection === "failed";
  return (
    <p role="status" className="mb-4 rounded-md bg-outbid-bg p-3 empty:hidden">
      {isDown
        ? t("Not connected to live bidding. We check prices every 5 seconds until we reconnect.")
        : null}
    </p>
  );
}
