import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { AuthCard } from "./auth-card.tsx";
import { authState, useAuthScreen } from "./auth-state.ts";
import { emailRules } from "./field-rules.ts";
import { messageOf } from "../api/messages.ts";
import { Link, navigate } from "../ui/page/router.tsx";
import { useReturn } from "../session/return-to.ts";

/** First step of signing up: the address to send the code to (D6). */
export function Component() {
  const call = useCall();
  const { onTheWay } = useReturn();
  const { loading, error, pendingUserData } = useAuthScreen();
  const { register, handleSubmit, formState } = useForm<{ email: string }>({
    // Anyone who mistyped the address comes back to change it.
    defaultValues: { email: pendingUserData?.email ?? "" },
  });
  const send = handleSubmit(async ({ email }) => {
    const isSent = await authState.run(
      (failure) => messageOf(failure, t("Failed to send OTP")),
      async () => {
        const requestId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
          byte.toString(16).padStart(2, "0"),
        ).join("");
        const sent = await call("sendOtp", { body: { email, requestId } });
        const pendingUserData = {
          email: email.trim(),
          name: "",
          requestId,
          verificationToken: null,
        };
        return { message: sent.message, otpSent: true, otpVerified: false, pendingUserData };
      },
    );
    if (isSent) navigate(onTheWay("/otp-verification"));
  });
  return (
    <AuthCard title={t("Create account")}>
      <form className="grid gap-4" onSubmit={(event) => unawaited(send(event))} noValidate>
        <TextField
          label={t("Email")}
          type="email"
          autoComplete="email"
          hint={t("We'll email you a six-digit code.")}
          error={formState.errors.email?.message}
          {...register("email", emailRules)}
        />
        <Failure message={error} />
        <Button type="submit" tone="primary" busy={loading}>
          {t("Send code")}
        </Button>
      </form>
      <p className="mt-4">
        {t("Already have an account?")}{" "}
        <Link
          to={onTheWay("/signin")}
          className="inline-flex min-h-9 items-center font-semibold underline"
        >
          {t("Sign in")}
        </Link>
      </p>
    </AuthCard>
  );
}
