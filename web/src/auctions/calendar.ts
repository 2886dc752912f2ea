import type { Auction } from "@gavelyard/contract/auctions/auctions";

const stamp = (instant: string) => instant.replaceAll(/[-:]|\.\d{3}/g, "");
const text = (value: string) =>
  value.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll("\n", String.raw`\n`);

/** Folds lines longer than 75 octets; continuation lines start with a space (RFC 5545, 3.1). */
function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const sign of line) {
    if (new TextEncoder().encode(part + sign).length > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = "";
    }
    part += sign;
  }
  return [...parts, part].join("\r\n ");
}

/**
 * Returns an auction as a calendar file (RFC 5545) with a reminder one hour before; null while a
 * time is missing. Times are UTC.
 */
export function calendarFile(
  auction: Pick<Auction, "id" | "auctionName" | "description" | "startTime" | "endTime">,
  address: string,
  writtenAt: string,
): string | null {
  const { startTime, endTime } = auction;
  if (startTime === null || endTime === null) return null;
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Gavelyard//Auctions//EN",
    "BEGIN:VEVENT",
    `UID:auction-${auction.id}@gavelyard`,
    `DTSTAMP:${stamp(writtenAt)}`,
    `DTSTART:${stamp(startTime)}`,
    `DTEND:${stamp(endTime)}`,
    `SUMMARY:${text(auction.auctionName)}`,
    `DESCRIPTION:${text(auction.description)}`,
    `URL:${address}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT1H",
    `DESCRIPTION:${text(auction.auctionName)}`,
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(fold)
    .join("\r\n");
}
