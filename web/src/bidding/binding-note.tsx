import { termsVersion } from "@gavelyard/domain/terms";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { profileQuery } from "../account/api.ts";
import { useCall } from "../api/api-context.ts";
import { Rich } from "../ui/text/rich.tsx";
import { Link } from "../ui/page/router.tsx";

/**
 * Says that a bid is binding. If the bidder hasn't accepted the current terms, it says that the bid
 * does, and records it while the bid is sent, which doesn't wait for it (D78).
 */
export function BindingNote({ isSending }: { isSending: boolean }) {
  const call = useCall();
  const { data: profile } = useQuery(profileQuery(call));
  const isAccepted = profile?.acceptedTerms === termsVersion;
  useEffect(() => {
    // A failure is made up for with the next bid.
    if (isSending && !isAccepted)
      call("acceptTerms", { body: { version: termsVersion } }).catch(() => {});
  }, [call, isSending, isAccepted]);
  const date = formatUtcDate(termsVersion);
  return (
    <p className="text-sm text-soft">
      <Rich
        text={
          isAccepted
            ? t("A bid is binding, by our <terms>terms of {date}</terms>.", { date })
            : t("A bid is binding. By confirming, you accept our <terms>terms of {date}</terms>.", {
                date,
              })
        }
        terms={(words) => (
          <Link to="/terms" target="_blank" className="underline">
            {words}
          </Link>
        )}
      />
    </p>
  );
}
