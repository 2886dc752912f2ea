import type { Lot } from "@gavelyard/contract/inventory/inventory";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Bookmark, Pin, PinOff } from "lucide-react";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { unitQuery } from "../../inventory/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Countdown } from "../../ui/text/countdown.tsx";
import { count, money } from "../../ui/text/format.ts";
import { Picture } from "../../ui/picture.tsx";
import { Link } from "../../ui/page/router.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { WatchButton } from "../../wishlist/watch-button.tsx";
import { BidPanel } from "../bid-panel.tsx";
import { useLiveLot, type LiveLot } from "../use-live-lot.ts";
import type { Sale, SaleLot } from "./api.ts";
import { lotsAfter, lotToShow, type Reader } from "./choice.ts";

/** How long the result of a lot is shown before the next lot takes its place, in ms. */
const RESULT_MS = 5_000;
const NEXT_LOTS = 4;

export interface PanelReader extends Reader {
  readonly isCustomer: boolean;
  /** Units on which the reader is the high bidder. */
  readonly leading: ReadonlySet<number>;
}

/** One sale: its next lot to close, or the pinned one, with the bid form, and the lots after it. */
export function SalePanel({
  sale,
  reader,
  onPin,
  announce,
}: {
  sale: Sale;
  reader: PanelReader;
  /** Pins a unit of this sale; null unpins it. */
  onPin: (unitId: number | null) => void;
  announce: (what: string, text: string) => void;
}) {
  const [held, hold] = useState<SaleLot | null>(null);
  const [passed, pass] = useState<number | null>(null);
  const shown = lotToShow(sale, reader, held, passed);
  // React renders again with it before the browser paints.
  if (shown?.lot.lotId !== held?.lot.lotId) hold(shown);
  const next = lotsAfter(sale, reader, shown).slice(0, NEXT_LOTS);
  const nextUnitId = next[0]?.id;
  const queries = useQueryClient();
  const call = useCall();
  useEffect(() => {
    // Load the fees before the lot is shown.
    if (reader.isCustomer && nextUnitId !== undefined)
      unawaited(queries.prefetchQuery(unitQuery(call, nextUnitId)));
  }, [call, queries, reader.isCustomer, nextUnitId]);
  const pin = (unitId: number | null) => {
    if (unitId === null) hold(null);
    onPin(unitId);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-3 @5xl:grid-cols-[minmax(0,1fr)_22rem]">
      {shown === null ? (
        <NoLot sale={sale} ownOnly={reader.ownOnly} />
      ) : (
        <Current
          key={shown.lot.lotId}
          sale={sale}
          unit={shown}
          reader={reader}
          onPin={pin}
          onPassed={() => {
            pass(shown.lot.lotId);
            if (reader.pinned.includes(shown.id)) onPin(null);
          }}
          announce={announce}
        />
      )}
      {next.length === 0 ? null : (
        <div>
          <h3 className="mb-2 text-base">{t("Next lots")}</h3>
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 @xl:grid-cols-2 @5xl:grid-cols-1">
            {next.map((unit) => (
              <NextLot key={unit.lot.lotId} unit={unit} reader={reader} onPin={pin} />
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}

function NoLot({ sale, ownOnly }: { sale: Sale; ownOnly: boolean }) {
  if (sale.status === "EXPIRED") {
    return (
      <EmptyState title={t("This sale has ended")}>
        <p>
          {t("{sold} of {lots} sold.", {
            sold: count(sale.soldLots),
            lots: plural(sale.lots, "{n} lot", "{n} lots"),
          })}
        </p>
        <LinkButton to={`/auctions/${sale.id}`} className="mt-3">
          {t("View results")}
        </LinkButton>
      </EmptyState>
    );
  }
  return ownOnly && sale.open.length > 0 ? (
    <EmptyState title={t("None of your lots are open here")}>
      {t("Lots you watch or bid on appear here.")}
    </EmptyState>
  ) : (
    <EmptyState title={t("No open lots")} />
  );
}

function Current({
  sale,
  unit,
  reader,
  onPin,
  onPassed,
  announce,
}: {
  sale: Sale;
  unit: SaleLot;
  reader: PanelReader;
  onPin: (unitId: number | null) => void;
  onPassed: () => void;
  announce: (what: string, text: string) => void;
}) {
  const view = useLiveLot(unit.id, unit.lot);
  const { data } = useQuery({ ...unitQuery(useCall(), unit.id), enabled: reader.isCustomer });
  const isPinned = reader.pinned.includes(unit.id);
  const isClosed = view.lot.status === "CLOSED" || sale.closed.includes(unit.lot.lotId);
  const passed = useEffectEvent(onPassed);
  useEffect(() => {
    if (!isClosed) return undefined;
    const timer = setTimeout(() => passed(), RESULT_MS);
    return () => clearTimeout(timer);
  }, [isClosed]);
  useLotAnnouncements(sale, unit, view.lot, isPinned || reader.own.has(unit.id), announce);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 @xl:grid-cols-2 @xl:grid-rows-[auto_1fr]">
      <div className="relative">
        <Picture
          image={unit.picture}
          eager
          sizes="(min-width: 1280px) 520px, (min-width: 640px) 46vw, 94vw"
          className="w-full rounded-md @max-xl:aspect-[2/1]"
        />
        <WatchButton unit={unit} />
      </div>
      <div className="@xl:row-start-2">
        <h3>
          <Link to={`/truck/${unit.id}`} className="text-ink">
            {t("Lot {lotNumber}: {name}", { lotNumber: unit.lot.lotNumber, name: unit.name })}
          </Link>
        </h3>
        <p className="line-clamp-2 text-sm text-soft">{unit.facts}</p>
        <Button
          tone="quiet"
          aria-pressed={isPinned}
          className="-ml-4 aria-pressed:bg-sunken"
          onClick={() => onPin(isPinned ? null : unit.id)}
        >
          {isPinned ? (
            <PinOff aria-hidden className="size-4" />
          ) : (
            <Pin aria-hidden className="size-4" />
          )}
          {t("Pin this lot")}
        </Button>
      </div>
      <div className="@xl:row-span-2">
        <BidPanel
          unit={{ id: unit.id, name: unit.name, lot: unit.lot, fees: data?.fees }}
          lot={unit.lot}
          view={view}
          isQuiet
        />
      </div>
    </div>
  );
}

/** Announces the lot's result, and the prices of a lot that the reader follows. */
function useLotAnnouncements(
  sale: Sale,
  { name, lot: { lotNumber } }: SaleLot,
  { price, status, outcome }: LiveLot,
  isFollowed: boolean,
  announce: (what: string, text: string) => void,
): void {
  const last = useRef({ price, status });
  useEffect(() => {
    const before = last.current;
    last.current = { price, status };
    const lot = t("Lot {lotNumber}: {name}", { lotNumber, name });
    const what = `lot-${sale.id}`;
    if (status === "CLOSED" && before.status !== "CLOSED") {
      announce(
        what,
        outcome === "SOLD" && price !== null
          ? t("{lot} sold for {price}.", { lot, price: money(price) })
          : t("{lot} closed.", { lot }),
      );
    } else if (isFollowed && price !== null && price !== before.price) {
      announce(what, t("{lot} is at {price}.", { lot, price: money(price) }));
    }
  }, [announce, isFollowed, lotNumber, name, outcome, price, sale.id, status]);
}

function NextLot({
  unit: { id, name, picture, lot },
  reader,
  onPin,
}: {
  unit: SaleLot;
  reader: PanelReader;
  onPin: (unitId: number) => void;
}) {
  return (
    <li className="flex items-center gap-3">
      <Picture
        image={picture}
        sizes="72px"
        widths={[160, 320]}
        className="w-18 shrink-0 rounded-md"
      />
      <div className="min-w-0 flex-1">
        <Link to={`/truck/${id}`} className="block truncate font-semibold text-ink">
          {lot.lotNumber}. {name}
        </Link>
        <p className="text-sm text-soft">
          <span className="figures">{money(lot.price ?? lot.startingPrice)}</span> ·{" "}
          <LotClock lot={lot} />
        </p>
        <OwnState id={id} reader={reader} />
      </div>
      <Button
        tone="quiet"
        className="px-3"
        aria-label={t("Show lot {lotNumber} now", { lotNumber: lot.lotNumber })}
        onClick={() => onPin(id)}
      >
        <Pin aria-hidden className="size-4" />
      </Button>
    </li>
  );
}

function LotClock({ lot }: { lot: Lot }) {
  return lot.status === "OPEN" ? (
    <Countdown to={lot.closesAt} zone={lot.timeZone} />
  ) : (
    <Countdown label={t("Opens in")} to={lot.opensAt} zone={lot.timeZone} ended={t("Opening…")} />
  );
}

/** The reader's status on one of the following lots. */
function OwnState({ id, reader }: { id: number; reader: PanelReader }) {
  if (reader.leading.has(id)) {
    return (
      <Badge tone="winning">
        <CircleCheck aria-hidden className="size-4" /> {t("Winning")}
      </Badge>
    );
  }
  if (reader.outbid.has(id)) {
    return (
      <Badge tone="outbid">
        <CircleAlert aria-hidden className="size-4" /> {t("Outbid")}
      </Badge>
    );
  }
  if (!reader.own.has(id)) return null;
  return (
    <Badge>
      <Bookmark aria-hidden className="size-4" /> {t("Watching")}
    </Badge>
  );
}
