import { t } from "@gavelyard/messages/text";
import { formatDate } from "@gavelyard/domain/time-zone";
import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { SecretOnce } from "../ui/form/secret-once.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { calendarLinkQuery } from "./api.ts";

/** Creates a link for calendar programs to follow when watched lots close (D56). */
export function CalendarButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden className="size-4" /> {t("Add to calendar")}
      </Button>
      {open ? (
        <Sheet title={t("Watchlist calendar")} place="right" onClose={() => setOpen(false)}>
          <CalendarLink />
        </Sheet>
      ) : null}
    </>
  );
}

function CalendarLink() {
  const query = useQuery(calendarLinkQuery(useCall()));
  const [url, setUrl] = useState<string | null>(null);
  const refresh = [["me", "calendar-link"]] as const;
  const create = useAction(async (call) => setUrl((await call("createCalendarLink")).url), {
    done: t("Calendar link created"),
    failed: t("Couldn't create the link."),
    refresh,
  });
  const turnOff = useAction((call) => call("deleteCalendarLink"), {
    done: t("Calendar link turned off"),
    failed: t("Couldn't turn off the link."),
    refresh,
  });
  return (
    <Read query={query} failure={t("Couldn't load your calendar link.")} className="h-40">
      {({ createdAt }) => (
        <div className="grid gap-4">
          <p>
            {t(
              "Your calendar shows when bidding closes on each unit you watch, with a reminder 15 minutes before. It updates when your watchlist or a closing time changes.",
            )}
          </p>
          {url !== null ? (
            <>
              <SecretOnce
                label={t("Calendar link")}
                secret={url}
                note={t(
                  "Paste it where your calendar app adds a calendar by URL. Keep it secret: it shows your watchlist to anyone who has it. We can't show it again.",
                )}
                onDone={() => setUrl(null)}
              />
              <a
                href={url.replace(/^https?:/, "webcal:")}
                className="inline-flex min-h-11 items-center font-semibold"
              >
                {t("Open in your calendar app")}
              </a>
            </>
          ) : (
            <>
              {createdAt === null ? null : (
                <p className="text-soft">
                  {t(
                    "You created a link on {createdAt}. A new one replaces it, and the old one stops working.",
                    { createdAt: formatDate(createdAt, browserZone()) },
                  )}
                </p>
              )}
              <div className="flex flex-wrap gap-3">
                <Button tone="primary" busy={create.isPending} onClick={() => create.mutate(null)}>
                  {createdAt === null ? t("Create link") : t("Create new link")}
                </Button>
                {createdAt === null ? null : (
                  <Button busy={turnOff.isPending} onClick={() => turnOff.mutate(null)}>
                    {t("Turn off")}
                  </Button>
                )}
              </div>
            </>
          )}
        </div>
      )}
    </Read>
  );
}
