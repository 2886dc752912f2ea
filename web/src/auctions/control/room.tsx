import type { ControlLot, ControlRoom } from "@gavelyard/contract/auctions/control";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Wifi, WifiOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { useConnectionState, useControl } from "../../realtime/use-live.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Choices } from "../../ui/form/choices.tsx";
import { Countdown } from "../../ui/text/countdown.tsx";
import { count, duration } from "../../ui/text/format.ts";
import { Rich } from "../../ui/text/rich.tsx";
import { Link } from "../../ui/page/router.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useAddress } from "../../ui/page/use-address.ts";
import { controlQuery } from "./api.ts";
import { playAlarm } from "./alarm.ts";
import { LotDesk } from "./lot-desk.tsx";
import { RoomActions } from "./room-actions.tsx";
import { RoomLog } from "./room-log.tsx";

export function Room({ auctionId }: { auctionId: number }) {
  const call = useCall();
  const queries = useQueryClient();
  const query = useQuery(controlQuery(call, auctionId));
  // A change doesn't cancel the read that is under way, or a busy sale would never be shown.
  useControl(auctionId, () =>
    unawaited(
      queries.invalidateQueries(
        { queryKey: controlQuery(call, auctionId).queryKey },
        { cancelRefetch: false },
      ),
    ),
  );
  return (
    <Read query={query} failure={t("Couldn't load the control room.")} className="h-96">
      {(room) => <Cockpit room={room} />}
    </Read>
  );
}

/** Scrolls to the room once, so that its lots have the whole height of the screen. */
function Cockpit({ room }: { room: ControlRoom }) {
  const top = useRef<HTMLDivElement>(null);
  const [lotId, setLotId] = useState<number | null>(null);
  useEffect(() => top.current?.scrollIntoView({ block: "start" }), []);
  const address = useAddress();
  const view = address.get("lots") === "all" ? "all" : "open";
  const lots = byClose(
    room.lots.filter(
      ({ status, failedClose }) => view === "all" || status !== "CLOSED" || failedClose !== null,
    ),
  );
  const lot = lots.find((one) => one.lotId === lotId) ?? lots[0];
  const next = lots.find(({ status }) => status === "OPEN");
  return (
    <div ref={top} className="grid items-start gap-x-4 gap-y-2 xl:grid-cols-[minmax(0,1fr)_19rem]">
      {lot === undefined ? (
        <EmptyState title={t("All lots in this auction have closed.")} />
      ) : (
        <LotDesk room={room} lots={lots} lot={lot} onChoose={(one) => setLotId(one.lotId)}>
          <LinkButton to="?tab=control" aria-label={t("Live auctions")}>
            <ArrowLeft aria-hidden className="size-4" />
          </LinkButton>
          {next === undefined ? null : <NextClose lot={next} zone={room.timeZone} />}
        </LotDesk>
      )}
      <div className="grid min-w-0 gap-2">
        <State room={room} />
        <Choices
          label={t("Filter lots")}
          options={shown}
          chosen={view}
          to={(value) => address.to({ lots: value === "open" ? null : value })}
        />
        <RoomActions room={room} anyOpen={room.lots.some(({ status }) => status !== "CLOSED")} />
        <RoomLog room={room} lot={lot} />
      </div>
    </div>
  );
}

/** Open lots by their close, failed ones first, then closed ones. */
function byClose(lots: readonly ControlLot[]): ControlLot[] {
  const rank = ({ status, failedClose }: ControlLot) =>
    failedClose === null ? (status === "CLOSED" ? 2 : 1) : 0;
  return lots.toSorted(
    (one, other) =>
      rank(one) - rank(other) || Date.parse(one.closesAt) - Date.parse(other.closesAt),
  );
}

function NextClose({ lot, zone }: { lot: ControlLot; zone: string }) {
  return (
    <p className="text-sm whitespace-nowrap text-soft">
      <Rich
        text={t("Lot {number} closes in <clock></clock>", { number: lot.lotNumber })}
        clock={() => (
          <Countdown to={lot.closesAt} zone={zone} className="text-3xl font-bold text-ink" />
        )}
      />
    </p>
  );
}

function State({ room }: { room: ControlRoom }) {
  const connection = useConnectionState();
  const open = room.lots.filter(({ status }) => status !== "CLOSED");
  const bidding = open.reduce((sum, { bidsLastMinute }) => sum + bidsLastMinute, 0);
  const watching = open.reduce((sum, { watchers }) => sum + watchers, 0);
  return (
    <div>
      <h2 className="text-lg">
        <Link to={`?tab=auctions&auction=${room.auctionId}`} className="text-ink">
          {room.auctionName}
        </Link>
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        <span className="inline-flex items-center gap-1">
          {connection === "open" ? (
            <Wifi aria-hidden className="size-4 text-winning" />
          ) : (
            <WifiOff aria-hidden className="size-4" />
          )}
          {connection === "open" ? t("Live") : t("Updates every 5 seconds")}
        </span>
        <span>
          {t("{open} of {all} lots open", {
            open: count(open.length),
            all: count(room.lots.length),
          })}
        </span>
        <span>{plural(bidding, "{n} bid in the last minute", "{n} bids in the last minute")}</span>
        <span>{t("{number} watching", { number: count(watching) })}</span>
      </p>
      {room.pausedUntil === null ? null : (
        <p role="status" className="mt-2 rounded-md bg-outbid-bg p-2 font-semibold">
          <Rich
            text={t("Paused. Bidding resumes in <countdown></countdown>.")}
            countdown={() => (
              <Countdown to={room.pausedUntil ?? ""} zone={room.timeZone} ended={duration(0)} />
            )}
          />
        </p>
      )}
      <FailedCloses room={room} />
    </div>
  );
}

/** Warns of lots that failed to close, with a sound for each new one, until they do. */
function FailedCloses({ room }: { room: ControlRoom }) {
  const failed = room.lots.filter(({ failedClose }) => failedClose !== null);
  const heard = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const now = new Set(
      room.lots.flatMap(({ lotId, failedClose }) => (failedClose === null ? [] : [lotId])),
    );
    if ([...now].some((lotId) => !heard.current.has(lotId))) playAlarm();
    heard.current = now;
  }, [room.lots]);
  if (failed.length === 0) return null;
  const numbers = failed.map(({ lotNumber }) => lotNumber).join(", ");
  return (
    <p role="alert" className="mt-2 rounded-md bg-outbid-bg p-2">
      <strong>
        {failed.length === 1
          ? t("We couldn't close lot {numbers}.", { numbers })
          : t("We couldn't close lots {numbers}.", { numbers })}
      </strong>{" "}
      {t(
        "We're still trying. Bidding is over and no bids were lost. If this continues, give support the lot number.",
      )}
    </p>
  );
}

const shown = [
  ["open", t("Open [lots]")],
  ["all", t("All")],
] as const;
