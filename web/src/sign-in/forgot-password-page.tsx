import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { AuthCard } from "./auth-card.tsx";
import { authState, useAuthScreen } from "./auth-state.ts";
import { DemoMailbox } from "./demo-mailbox.tsx";
import { emailRules } from "./field-rules.ts";
import { messageOf } from "../api/messages.ts";
import { Link } from "../ui/page/router.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { useReturn } from "../session/return-to.ts";

/** Requests a password reset link (D6). */
export function Component() {
  const call = useCall();
  const { onTheWay } = useReturn();
  const { loading, error, resetLinkSent } = useAuthScreen("resetLinkSent");
  const { register, handleSubmit, formState, getValues } = useForm<{ email: string }>();
  const send = handleSubmit(async ({ email }) => {
    await authState.run(
      (failure) => messageOf(failure, t("Failed to send reset link")),
      async () => {
        await call("forgotPassword", { body: { email } });
        return { resetLinkSent: true };
      },
    );
  });
  if (resetLinkSent) {
    const sentTo = getValues("email").trim();
    return (
      <AuthCard title={t("Check your email")}>
        <p role="status">
          <Rich
            text={t(
              "If <strong>{email}</strong> has an account, we've sent a link to choose a new password. It works for 30 minutes.",
              { email: sentTo },
            )}
            strong={(words) => <strong>{words}</strong>}
          />
        </p>
        <DemoMailbox email={sentTo} className="mt-4" />
        <Button
          className="mt-4"
          tone="quiet"
          onClick={() => authState.set({ resetLinkSent: false })}
        >
          {t("Send again")}
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("Forgot your password?")}>
      <form className="grid gap-4" onSubmit={(event) => unawaited(send(event))} noValidate>
        <TextField
          label={t("Email")}
          type="email"
          autoComplete="username"
          hint={t("We'll email you a link to choose a new password.")}
          error={formState.errors.email?.message}
          {...register("email", emailRules)}
        />
        <Failure message={error} />
        <Button type="submit" tone="primary" busy={loading}>
          {t("Send link")}
        </Button>
      </form>
      <p className="mt-4">
        <Link
          to={onTheWay("/signin")}
          className="inline-flex min-h-9 items-center font-semibold underline"
        >
          {t("Back to sign in")}
        </Link>
      </p>
    </AuthCard>
  );
}
