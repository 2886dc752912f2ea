import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { PasswordField } from "../ui/form/field.tsx";
import { useHydrated } from "../ui/page/use-hydrated.ts";
import { AuthCard } from "./auth-card.tsx";
import { authState, useAuthScreen } from "./auth-state.ts";
import { newPasswordHint, newPasswordRules } from "./field-rules.ts";
import { showFieldErrors } from "../api/messages.ts";
import { useLinkToken } from "./use-link-token.ts";
import { Link, navigate } from "../ui/page/router.tsx";

/** Sets a new password with the token of the emailed link (D6). */
export function Component() {
  const call = useCall();
  const token = useLinkToken("/reset-password");
  // The server never sees a fragment, so until hydration there may be a token.
  const isLive = useHydrated();
  const { loading, error } = useAuthScreen();
  const form = useForm<{ newPassword: string; again: string }>();
  const { register, handleSubmit, formState, setError, getValues } = form;
  const reset = handleSubmit(async ({ newPassword }) => {
    const isReset = await authState.run(
      (failure) =>
        showFieldErrors(failure, t("Failed to reset password"), ["newPassword"], setError),
      async () => {
        await call("resetPassword", { body: { token, newPassword } });
        return { passwordResetSuccess: true };
      },
    );
    if (isReset) navigate("/signin", { replace: true });
  });
  if (isLive && token === "") {
    return (
      <AuthCard title={t("Choose a new password")}>
        <p>
          {t("Open the link in our email to get to this page.")}{" "}
          <Link
            to="/forgot-password"
            className="inline-flex min-h-9 items-center font-semibold underline"
          >
            {t("Request a link")}
          </Link>
        </p>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("Choose a new password")}>
      <form
        method="post"
        className="grid gap-4"
        onSubmit={(event) => unawaited(reset(event))}
        noValidate
      >
        <PasswordField
          label={t("New password")}
          autoComplete="new-password"
          hint={newPasswordHint}
          error={formState.errors.newPassword?.message}
          {...register("newPassword", newPasswordRules)}
        />
        <PasswordField
          label={t("Confirm new password")}
          autoComplete="new-password"
          error={formState.errors.again?.message}
          {...register("again", {
            validate: (again) =>
              again === getValues("newPassword") || t("The passwords don't match"),
          })}
        />
        <Failure message={error} />
        <Button type="submit" tone="primary" busy={loading}>
          {t("Change password")}
        </Button>
      </form>
    </AuthCard>
  );
}
