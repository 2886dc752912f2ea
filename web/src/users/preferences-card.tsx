import type { OptionalMail, UserProfile } from "@gavelyard/contract/users";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useCall } from "../api/api-context.ts";
import { messageOf } from "../session/messages.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { CheckField } from "../ui/field.tsx";
import { profileQuery } from "./api.ts";

const mails: Readonly<Record<OptionalMail, string>> = {
  OUTBID: "Someone outbids me",
  AUCTION_LIVE: "A lot on my watchlist goes live",
  ENDING_SOON: "A lot on my watchlist is about to close",
  LOST: "A lot I bid on closes and I didn't win",
};
const names = Object.keys(mails) as OptionalMail[];

/** Which mails one does without, and whether the browser may tell of auctions that start. */
export function PreferencesCard({ profile }: { profile: UserProfile }) {
  const call = useCall();
  const queries = useQueryClient();
  // A box changes with the tap; what could not be saved changes back.
  const [chosen, setChosen] = useState<Partial<Record<OptionalMail, boolean>>>({});
  const change = useMutation({
    mutationFn: ({ mail, wanted }: { mail: OptionalMail; wanted: boolean }) =>
      call("updateUser", {
        params: { id: String(profile.id) },
        body: { notificationPrefs: { [mail]: { email: wanted } } },
      }),
    onSuccess: (changed) => queries.setQueryData(profileQuery(call).queryKey, changed),
    onError: (_, { mail }) => setChosen((all) => ({ ...all, [mail]: undefined })),
  });
  const choose = (mail: OptionalMail, wanted: boolean) => {
    setChosen((all) => ({ ...all, [mail]: wanted }));
    change.mutate({ mail, wanted });
  };
  return (
    <Card title="Emails and notifications">
      <fieldset>
        <legend className="text-soft">Email me when</legend>
        {names.map((mail) => (
          <CheckField
            key={mail}
            label={mails[mail]}
            checked={chosen[mail] ?? profile.notificationPrefs[mail].email}
            onChange={(event) => choose(mail, event.target.checked)}
          />
        ))}
      </fieldset>
      <Failure
        message={
          change.error === null ? null : messageOf(change.error, "Couldn't save your choice.")
        }
      />
      <p className="my-3 text-sm text-soft">
        We always email you about lots you&apos;ve won, payments and your requests.
      </p>
      <BrowserNotices />
    </Card>
  );
}

function BrowserNotices() {
  const [permission, setPermission] = useState<NotificationPermission | null>(null);
  useEffect(() => {
    if ("Notification" in window) setPermission(Notification.permission);
  }, []);
  if (permission === null) return null;
  if (permission === "granted") return <p>This browser notifies you when an auction goes live.</p>;
  if (permission === "denied") {
    return (
      <p className="text-soft">
        Notifications are blocked for this site. You can allow them in your browser&apos;s settings.
      </p>
    );
  }
  return (
    <Button onClick={() => unawaited(Notification.requestPermission().then(setPermission))}>
      Notify me in this browser when an auction goes live
    </Button>
  );
}
