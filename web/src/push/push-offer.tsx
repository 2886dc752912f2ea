import { t } from "@gavelyard/messages/text";
import { useState } from "react";
import { messageOf } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { usePush } from "./push-switch.tsx";

/** Local storage key, set when the user chooses "Not now" and deleted with the session. */
const DECLINED_KEY = "pushDeclined";

const offers = {
  bid: {
    title: t("Know the moment you're outbid"),
    text: t(
      "We can notify you on this device when you're outbid, when your lots are closing soon and when you win.",
    ),
  },
  search: {
    title: t("Hear about new units first"),
    text: t("We can notify you on this device when your saved searches find new units."),
  },
} as const;

/** Offers push notifications after a bid or a saved search, when they are useful. */
export default function PushOffer({
  userId,
  after,
}: {
  userId: number;
  after: keyof typeof offers;
}) {
  const { state, change } = usePush(userId);
  const [declined, setDeclined] = useState(() => localStorage.getItem(DECLINED_KEY) !== null);
  if (change.data === "on")
    return <p role="status">{t("Notifications are on for this device.")}</p>;
  if (declined || state !== "off") return null;
  const { title, text } = offers[after];
  return (
    <section aria-label={title} className="grid gap-3 rounded-md border border-line bg-paper p-4">
      <p className="font-semibold">{title}</p>
      <p className="text-sm text-soft">
        {t("{text} You can turn this off in your profile.", { text })}
      </p>
      <Failure
        message={
          change.error === null
            ? null
            : messageOf(change.error, t("Couldn't turn on notifications."))
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={change.isPending} onClick={() => change.mutate(true)}>
          {t("Turn on notifications")}
        </Button>
        <Button
          onClick={() => {
            localStorage.setItem(DECLINED_KEY, "1");
            setDeclined(true);
          }}
        >
          {t("Not now")}
        </Button>
      </div>
    </section>
  );
}
