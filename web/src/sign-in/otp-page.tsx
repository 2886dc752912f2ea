import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useEffect, type ChangeEvent } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { useHydrated } from "../ui/page/use-hydrated.ts";
import { AuthCard } from "./auth-card.tsx";
import { authState, useAuthScreen, useAuthState, type PendingUserData } from "./auth-state.ts";
import { DemoMailbox } from "./demo-mailbox.tsx";
import { messageOf } from "../api/messages.ts";
import { useReturn } from "../session/return-to.ts";
import { SignUpForm } from "./sign-up-form.tsx";
import { Link } from "../ui/page/router.tsx";

/** Second and third step of signing up: the code, then name and password (D6). */
export function Component() {
  const { otpSent, otpVerified, pendingUserData } = useAuthScreen();
  const { onTheWay } = useReturn();
  // Only this browser has the data that was entered.
  const isLive = useHydrated();
  if (otpVerified && pendingUserData !== null) {
    return (
      <AuthCard title={t("Your account")}>
        <SignUpForm pending={pendingUserData} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("Verify your email")}>
      {!isLive ? (
        <CodeForm pending={null} />
      ) : otpSent && pendingUserData !== null ? (
        <CodeForm pending={pendingUserData} />
      ) : (
        <p>
          {t("Start with your email address:")}{" "}
          <Link
            to={onTheWay("/register")}
            className="inline-flex min-h-9 items-center font-semibold underline"
          >
            {t("Create account")}
          </Link>
        </p>
      )}
    </AuthCard>
  );
}

/** `pending` is null until hydration; text typed before that is kept. */
function CodeForm({ pending }: { pending: PendingUserData | null }) {
  const email = pending?.email ?? null;
  const request = { email: email ?? "", requestId: pending?.requestId ?? "" };
  const call = useCall();
  const { loading, error, message } = useAuthState();
  const { onTheWay } = useReturn();
  const { register, handleSubmit, formState, setFocus } = useForm<{ otp: string }>();
  const isReady = pending !== null;
  useEffect(() => {
    if (isReady) setFocus("otp");
  }, [isReady, setFocus]);
  const verify = handleSubmit(async ({ otp }) => {
    if (authState.read().loading) return;
    await authState.run(
      (failure) => messageOf(failure, t("Invalid OTP")),
      async () => {
        const { verificationToken } = await call("verifyOtp", {
          body: { ...request, otp },
        });
        const pendingUserData = { ...request, name: "", verificationToken };
        return { otpVerified: true, pendingUserData };
      },
    );
  });
  const resend = () =>
    authState.run(
      (failure) => messageOf(failure, t("Failed to send OTP")),
      async () => {
        const sent = await call("sendOtp", { body: request });
        return { otpSent: true, message: sent.message };
      },
    );
  return (
    <form
      className={`grid gap-4 ${email === null ? "early-code" : ""}`}
      onSubmit={(event) => unawaited(verify(event))}
      noValidate
    >
      <p>
        <Rich
          text={
            email === null
              ? t("We sent a code to <strong>your email address</strong>. It works for 10 minutes.")
              : t("We sent a code to <strong>{email}</strong>. It works for 10 minutes.", { email })
          }
          strong={(words) => <strong>{words}</strong>}
        />
      </p>
      {email === null ? null : <DemoMailbox email={email} />}
      <TextField
        label={t("Code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        code
        error={formState.errors.otp?.message}
        {...register("otp", {
          // The sixth digit submits, whether typed, pasted or filled in by the phone.
          onChange: (event: ChangeEvent<HTMLInputElement>) => {
            if (/^\d{6}$/.test(event.target.value)) event.target.form?.requestSubmit();
          },
          pattern: { value: /^\d{6}$/, message: t("Enter the six-digit code") },
          required: t("Enter the six-digit code"),
        })}
      />
      <Failure message={error} />
      <Button type="submit" tone="primary" busy={loading}>
        {t("Verify")}
      </Button>
      <Button tone="quiet" onClick={() => unawaited(resend())}>
        {t("Send a new code")}
      </Button>
      <LinkButton to={onTheWay("/register")} tone="quiet">
        {t("Change email address")}
      </LinkButton>
      {message === null ? null : <p role="status">{message}</p>}
    </form>
  );
}
