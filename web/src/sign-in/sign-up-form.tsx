import { t } from "@gavelyard/messages/text";
import { homePathOf } from "@gavelyard/domain/users/roles";
import { termsVersion } from "@gavelyard/domain/terms";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { PasswordField, TextField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";
import { ApiError } from "@gavelyard/client/call";
import { authState, useAuthState, type PendingUserData } from "./auth-state.ts";
import { showFieldErrors } from "../api/messages.ts";
import { startSession } from "../session/session.ts";
import { Link, navigate } from "../ui/page/router.tsx";
import { useReturn } from "../session/return-to.ts";
import { Rich } from "../ui/text/rich.tsx";

interface NewAccount {
  readonly name: string;
  readonly password: string;
}

export function SignUpForm({ pending }: { pending: PendingUserData }) {
  const { email, verificationToken } = pending;
  const call = useCall();
  const { from } = useReturn();
  const { loading, error } = useAuthState();
  const form = useForm<NewAccount>({ defaultValues: { name: pending.name } });
  const { register, handleSubmit, formState, setError } = form;
  const signUp = handleSubmit(async (account) => {
    const isOpen = await authState.run(
      (failure) => {
        // The verification has expired: a new code is needed.
        if (failure instanceof ApiError && failure.code === "email-unverified")
          authState.set({ otpVerified: false });
        return showFieldErrors(failure, t("Signup failed"), ["name", "password"], setError);
      },
      async () => {
        startSession(
          await call("signup", {
            body: {
              email,
              ...account,
              timeZone: browserZone(),
              acceptedTerms: termsVersion,
              ...(verificationToken === null ? {} : { verificationToken }),
            },
          }),
        );
        authState.clear();
        return {};
      },
    );
    if (!isOpen) return;
    toast({
      type: "success",
      title: t("Welcome to Gavelyard"),
      message: t("Your account is ready."),
    });
    navigate(from ?? homePathOf("ROLE_CUSTOMER"), { replace: true });
  });
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => unawaited(signUp(event))}
      noValidate
    >
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <TextField
        label={t("Name")}
        autoComplete="name"
        error={formState.errors.name?.message}
        {...register("name", {
          required: t("Enter your name"),
          onBlur: () =>
            authState.set({ pendingUserData: { ...pending, name: form.getValues("name") } }),
          minLength: { value: 2, message: t("Use at least 2 characters") },
        })}
      />
      <PasswordField
        label={t("Password")}
        autoComplete="new-password"
        hint={t("8 to 128 characters. Common passwords aren't allowed.")}
        error={formState.errors.password?.message}
        {...register("password", {
          required: t("Enter a password"),
          minLength: { value: 8, message: t("Use at least 8 characters") },
        })}
      />
      <p className="text-sm text-soft">
        <Rich
          text={t(
            "By creating an account, you accept our <terms>terms and conditions</terms> of {date} and confirm that you're 18 or older. Bids are binding.",
            { date: formatUtcDate(termsVersion) },
          )}
          terms={(words) => (
            <Link to="/terms" target="_blank" className="underline">
              {words}
            </Link>
          )}
        />
      </p>
      <Failure message={error} />
      <Button type="submit" tone="primary" busy={loading}>
        {t("Create account")}
      </Button>
    </form>
  );
}
