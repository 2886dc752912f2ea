import { isOptional } from "@gavelyard/domain/users/notifications";
import { t } from "@gavelyard/messages/text";
import { useMutation } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { AuthCard } from "../sign-in/auth-card.tsx";
import { messageOf } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { notificationNames } from "./notification-names.ts";
import { Link, useSearch } from "../ui/page/router.tsx";
import { Rich } from "../ui/text/rich.tsx";

/**
 * Stops one kind of email by its link, signed in or not (D48). Opening the page changes nothing.
 */
export function Component() {
  const call = useCall();
  const token = useSearch()[0].get("token") ?? "";
  const kind = token.split(".")[1] ?? "";
  const stop = useMutation({ mutationFn: () => call("unsubscribe", { body: { token } }) });
  return (
    <AuthCard title={t("Stop these emails?")}>
      {stop.isSuccess ? (
        <p role="status">{t("We won't send you these emails anymore.")}</p>
      ) : (
        <div className="grid gap-4">
          {isOptional(kind, "email") ? (
            <p>
              <Rich
                text={t("We email you when: <strong>{event}</strong>.", {
                  event: notificationNames[kind],
                })}
                strong={(words) => <strong>{words}</strong>}
              />
            </p>
          ) : null}
          <Failure
            message={
              stop.error === null
                ? null
                : messageOf(stop.error, t("Couldn't stop these emails. Try again."))
            }
          />
          <Button tone="primary" busy={stop.isPending} onClick={() => stop.mutate()}>
            {t("Stop these emails")}
          </Button>
        </div>
      )}
      <p className="mt-4">
        <Link
          to="/dashboard?tab=profile"
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          {t("Choose your emails in your profile")}
        </Link>
      </p>
    </AuthCard>
  );
}
