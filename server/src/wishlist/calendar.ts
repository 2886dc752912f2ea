import { addressIn } from "@gavelyard/messages/languages";
import { currentLanguage, t } from "@gavelyard/messages/text";
import { formatDollars } from "@gavelyard/domain/money";
import ical, { ICalAlarmType, ICalCalendarMethod } from "ical-generator";
import type { WatchedCloseRow } from "./calendar-sql.ts";

const REMIND_BEFORE_SEC = 15 * 60;
/** How often programs should refresh, since closes move. */
const REFRESH_SEC = 15 * 60;

/**
 * Writes closes as an iCalendar file (RFC 5545), each with a reminder. An event keeps its UID when
 * its close moves.
 */
export function calendarOf(closes: readonly WatchedCloseRow[], publicUrl: string): string {
  const { host } = new URL(publicUrl);
  const calendar = ical({
    name: t("Gavelyard watchlist"),
    prodId: {
      company: "Gavelyard",
      product: "Watchlist",
      language: currentLanguage().toUpperCase(),
    },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SEC,
  });
  for (const close of closes) {
    const url = publicUrl + addressIn(currentLanguage(), `/truck/${close.inventory_id}`);
    const price =
      close.price_cents === null
        ? t("Starting price {price}", { price: formatDollars(close.starting_cents) })
        : t("Current bid {price}", { price: formatDollars(close.price_cents) });
    const event = calendar.createEvent({
      id: `lot-${close.lot_id}@${host}`,
      start: close.closes_at,
      end: close.closes_at,
      summary: t("Bidding closes: {title}", { title: close.title }),
      description: t("{auction}. {price}. Late bids extend the close.", {
        auction: close.auction,
        price,
      }),
      location: close.yard,
      url,
    });
    event.createAlarm({ type: ICalAlarmType.display, trigger: REMIND_BEFORE_SEC });
  }
  return calendar.toString();
}
