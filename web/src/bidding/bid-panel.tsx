import type { InventoryDetail, Lot } from "@gavelyard/contract/inventory/inventory";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { CircleAlert, CircleCheck, CircleSlash, WifiOff } from "lucide-react";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { Button, LinkButton } from "../ui/button.tsx";
import { clockOffsetMs } from "../clock.ts";
import { useSession } from "../session/session.ts";
import { Badge } from "../ui/badge.tsx";
import { loadPart } from "../ui/later.tsx";
import { Countdown, useServerNow } from "../ui/text/countdown.tsx";
import { duration, money } from "../ui/text/format.ts";
import { ReadersTime } from "../ui/text/readers-time.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { useHydrated } from "../ui/page/use-hydrated.ts";
import type { LiveLotView } from "./use-live-lot.ts";
import { Link, useLocation } from "../ui/page/router.tsx";

const CLOCK_DIFFERS_MS = 2_000;

/** Loads the bid form, which only customers need; null while it loads. */
function useForm(isCustomer: boolean) {
  const [form, set] = useState<typeof import("./bid-form.tsx") | null>(null);
  useEffect(() => {
    if (isCustomer) unawaited(loadPart(() => import("./bid-form.tsx")).then(set));
  }, [isCustomer]);
  return form;
}

interface BidUnit extends Pick<InventoryDetail, "id" | "lot"> {
  /** Undefined while loading; customers can bid once they have loaded. */
  readonly fees: InventoryDetail["fees"] | undefined;
}

/** Price, the viewer's status, countdown and next bid; always in view on a lot's page. */
export function BidPanel({
  unit: { fees, ...unit },
  lot: served,
  view,
  isQuiet = false,
}: {
  unit: BidUnit;
  lot: Lot;
  view: LiveLotView;
  /** Whether the page makes the announcements, since it shows several lots. */
  isQuiet?: boolean;
}) {
  const { lot } = view;
  const session = useSession();
  const isLive = useHydrated();
  const isCustomer = session?.userRole === "ROLE_CUSTOMER";
  const form = useForm(isCustomer);
  const canBid = form !== null && fees !== undefined;
  const isOpen = lot.status === "OPEN";
  const place = { number: served.lotNumber, auctionName: served.auctionName };
  const bids = plural(lot.bidCount, "{n} bid", "{n} bids");
  return (
    <section
      data-bidding={unit.id}
      tabIndex={-1}
      aria-label={t("Bidding")}
      className="scroll-mt-24 rounded-lg border border-line bg-sheet p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <p className="text-sm text-soft">
            {lot.price === null
              ? t("Starting price")
              : lot.status === "CLOSED"
                ? t("Hammer price")
                : t("Current bid")}
          </p>
          <Price amount={lot.price ?? served.startingPrice} isQuiet={isQuiet} />
          <p className="text-sm text-soft">
            {lot.reserveState === "NONE"
              ? t("{bids}, no reserve", { bids })
              : lot.reserveState === "MET"
                ? t("{bids}, reserve met", { bids })
                : t("{bids}, reserve not met", { bids })}
          </p>
        </div>
        <div aria-live={isQuiet ? undefined : "polite"} data-testid="standing">
          <Standing view={view} signedIn={session !== null} />
        </div>
      </div>
      <LotTime view={view} lot={served} />
      <Connection view={view} isQuiet={isQuiet} />
      {isOpen && (isCustomer ? !canBid : !isLive) ? (
        <EarlyBid minNextBid={lot.minNextBid} className={isLive ? "" : "early-customer"} />
      ) : null}
      {!isOpen ? null : session === null ? (
        <SignInToBid minNextBid={lot.minNextBid} className={isLive ? "" : "early-visitor"} />
      ) : !isCustomer ? (
        <p className="mt-4 text-soft">{t("Staff accounts can't bid.")}</p>
      ) : !canBid ? null : (
        <form.BidForm
          unit={{ ...unit, fees }}
          lot={lot}
          leading={view.standing?.leading ?? false}
          maxAmount={view.standing?.maxAmount ?? null}
          userId={session.userId}
        />
      )}
      <p className="mt-4 text-sm text-soft">
        <Rich
          text={
            lot.status === "CLOSED"
              ? t("Lot {number} of <auction>{auctionName}</auction>.", place)
              : t(
                  "Lot {number} of <auction>{auctionName}</auction>. A late bid may extend it.",
                  place,
                )
          }
          auction={(words) => (
            <Link to={`/auctions/${served.auctionId}`} className="underline">
              {words}
            </Link>
          )}
        />
      </p>
    </section>
  );
}

function Price({ amount, isQuiet }: { amount: number; isQuiet: boolean }) {
  const last = useRef(amount);
  const [rises, setRises] = useState(0);
  useEffect(() => {
    if (amount > last.current) setRises((before) => before + 1);
    last.current = amount;
  }, [amount]);
  return (
    <p
      key={rises}
      className={`figures rounded-md text-4xl font-bold ${rises > 0 ? "price-rise" : ""}`}
      aria-live={isQuiet ? undefined : "polite"}
      data-testid="price"
    >
      {money(amount)}
    </p>
  );
}

function Standing({ view: { lot, standing }, signedIn }: { view: LiveLotView; signedIn: boolean }) {
  const closed = lot.status === "CLOSED";
  const leading = standing?.leading ?? false;
  if (closed) {
    if (lot.outcome === "SOLD") {
      return leading ? (
        <Word tone="winning" icon="yes" text={t("You won")} />
      ) : (
        <Word tone="neutral" icon="none" text={t("Sold")} />
      );
    }
    if (lot.outcome === "RESERVE_NOT_MET")
      return <Word tone="neutral" icon="none" text={t("Reserve not met")} />;
    return <Word tone="neutral" icon="none" text={t("Closed")} />;
  }
  if (leading) {
    return lot.reserveState === "NOT_MET" ? (
      <Word tone="winning" icon="yes" text={t("High bid, reserve not met")} />
    ) : (
      <Word tone="winning" icon="yes" text={t("Winning")} />
    );
  }
  if (standing !== null) return <Word tone="outbid" icon="no" text={t("Outbid")} />;
  return signedIn ? <Word tone="neutral" icon="none" text={t("Not bidding")} /> : null;
}

function Word({
  tone,
  icon,
  text,
}: {
  tone: "neutral" | "winning" | "outbid";
  icon: "yes" | "no" | "none";
  text: string;
}) {
  const Icon = icon === "yes" ? CircleCheck : icon === "no" ? CircleAlert : CircleSlash;
  return (
    <p>
      <Badge tone={tone}>
        <Icon aria-hidden className="size-4" /> {text}
      </Badge>
    </p>
  );
}

function LotTime({ view: { lot }, lot: served }: { view: LiveLotView; lot: Lot }) {
  const now = useServerNow();
  // A lot with bids that opens later is paused.
  const opening = lot.seq > 0 ? t("Paused. Bidding resumes in") : t("Opens in");
  const at = lot.status === "UPCOMING" ? lot.opensAt : lot.closesAt;
  const time = formatDateTime(at, served.timeZone);
  const differs = now !== null && Math.abs(clockOffsetMs()) > CLOCK_DIFFERS_MS;
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="flex items-baseline justify-between gap-2">
        <span className="text-soft">
          {lot.status === "OPEN" ? t("Closes in") : lot.status === "CLOSED" ? t("Closed") : opening}
        </span>
        {lot.status === "CLOSED" ? null : (
          <Countdown
            to={lot.status === "OPEN" ? lot.closesAt : lot.opensAt}
            zone={served.timeZone}
            className="text-2xl font-bold"
          />
        )}
      </p>
      <p className="text-right text-sm text-soft">
        {lot.extended ? t("{time}, extended", { time }) : time}
        <ReadersTime at={at} zone={served.timeZone} />
      </p>
      {differs ? (
        <p className="mt-1 text-sm text-amber-deep">
          {t("Your device's clock is off by {difference}. Times here follow our clock.", {
            difference: duration(Math.abs(clockOffsetMs())),
          })}
        </p>
      ) : null}
    </div>
  );
}

function Connection({
  view: { connection, knownAtMs, lot },
  isQuiet,
}: {
  view: LiveLotView;
  isQuiet: boolean;
}) {
  const now = useServerNow();
  if (lot.status === "CLOSED" || connection === "open" || connection === "idle" || now === null)
    return null;
  return (
    <p
      role={isQuiet ? undefined : "status"}
      className="mt-3 flex items-center gap-2 rounded-md bg-sunken p-2 text-sm"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      {connection === "connecting"
        ? t("Connecting to live bidding.")
        : t("Not connected to live bidding.")}
      {knownAtMs === null ? null : (
        <> {t("This price is {age} old.", { age: duration(now - knownAtMs) })}</>
      )}
    </p>
  );
}

/** Server-rendered form. The bid form replaces it and takes over what was submitted here. */
function EarlyBid({ minNextBid, className }: { minNextBid: number; className: string }) {
  const keep = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    if (submitter instanceof HTMLButtonElement) window.early = submitter;
  };
  return (
    <div className={`mt-4 grid gap-3 ${className}`}>
      <form className="grid" onSubmit={keep}>
        <Button type="submit" tone="primary" className="text-lg">
          {t("Bid {minNextBid}", { minNextBid: money(minNextBid) })}
        </Button>
      </form>
      <form className="grid grid-cols-[1fr_auto] gap-x-2" onSubmit={keep}>
        <label className="contents">
          <span className="col-span-2 mb-1 font-semibold">{t("Or set a maximum bid ($)")}</span>
          <input
            data-early-maximum
            inputMode="numeric"
            className="min-h-11 w-full rounded-md border border-line bg-sheet px-3"
          />
        </label>
        <Button type="submit">{t("Set maximum")}</Button>
      </form>
    </div>
  );
}

function SignInToBid({ minNextBid, className }: { minNextBid: number; className: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className={`mt-4 grid gap-2 ${className}`}>
      <LinkButton to={`/login?from=${pathname}${encodeURIComponent(search)}`} tone="primary">
        {t("Sign in to bid {minNextBid}", { minNextBid: money(minNextBid) })}
      </LinkButton>
      <LinkButton to="/register">{t("Create account")}</LinkButton>
    </div>
  );
}
