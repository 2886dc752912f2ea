import type { Auction } from "@gavelyard/contract/auctions/auctions";
import { t } from "@gavelyard/messages/text";
import { CalendarPlus } from "lucide-react";
import { serverNow } from "../clock.ts";
import { useSite } from "../site/site.ts";
import { Button } from "../ui/button.tsx";
import { saveFile } from "../ui/save-file.ts";
import { calendarFile } from "./calendar.ts";

/** Saves an auction as a calendar file; shown only for upcoming auctions with both times. */
export function AddToCalendar({
  auction,
}: {
  auction: Parameters<typeof calendarFile>[0] & Pick<Auction, "status">;
}) {
  const site = useSite();
  const { id, status, startTime, endTime } = auction;
  if (status !== "UPCOMING" || startTime === null || endTime === null) return null;
  const save = () => {
    const address = `${site?.url ?? ""}/auctions/${id}`;
    const file = calendarFile(auction, address, new Date(serverNow()).toISOString());
    if (file === null) return;
    saveFile(new Blob([file], { type: "text/calendar" }), `gavelyard-auction-${id}.ics`);
  };
  return (
    <Button onClick={save}>
      <CalendarPlus aria-hidden className="size-4" /> {t("Add to calendar")}
    </Button>
  );
}
