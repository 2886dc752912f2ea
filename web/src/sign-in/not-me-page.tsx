import { t } from "@gavelyard/messages/text";
import { useMutation } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { useHydrated } from "../ui/page/use-hydrated.ts";
import { AuthCard } from "./auth-card.tsx";
import { messageOf } from "../api/messages.ts";
import { useLinkToken } from "./use-link-token.ts";

/**
 * Signs out a new device by the link in the email about it, signed in or not (D54). Opening the
 * page changes nothing, since mail programs open links too.
 */
export function Component() {
  const call = useCall();
  const token = useLinkToken("/not-me");
  const isLive = useHydrated();
  const deny = useMutation({ mutationFn: () => call("denySignIn", { body: { token } }) });
  if (isLive && token === "") {
    return (
      <AuthCard title={t("Was this you?")}>
        <p>{t("Open the link in our email to get to this page.")}</p>
      </AuthCard>
    );
  }
  if (deny.isSuccess) {
    return (
      <AuthCard title={t("We signed out that device")}>
        <p role="status" className="mb-4">
          {t("The person who signed in knows your password. Choose a new one now.")}
        </p>
        <LinkButton to="/forgot-password" tone="primary">
          {t("Choose a new password")}
        </LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("Was this you?")}>
      <div className="grid gap-4">
        <p>
          {t(
            "If you didn't sign in on that device, sign it out. Your other devices stay signed in.",
          )}
        </p>
        <Failure
          message={
            deny.error === null ? null : messageOf(deny.error, t("Couldn't sign out the device."))
          }
        />
        <Button tone="primary" busy={deny.isPending} onClick={() => deny.mutate()}>
          {t("Sign out that device")}
        </Button>
      </div>
    </AuthCard>
  );
}
