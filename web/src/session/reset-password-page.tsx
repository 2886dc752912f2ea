import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useCall } from "../api/api-context.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { PasswordField } from "../ui/field.tsx";
import { toast } from "../ui/toast-store.ts";
import { AuthCard } from "./auth-card.tsx";
import { newPasswordHint, newPasswordRules } from "./field-rules.ts";
import { tellFaults } from "./messages.ts";

/** Chooses a new password with the token of the mailed link (D6). */
export function Component() {
  const call = useCall();
  const navigate = useNavigate();
  const token = useSearchParams()[0].get("token") ?? "";
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<{ newPassword: string; again: string }>();
  const { register, handleSubmit, formState, setError, getValues } = form;
  const reset = handleSubmit(async ({ newPassword }) => {
    setFailure(null);
    try {
      await call("resetPassword", { body: { token, newPassword } });
      toast({ type: "success", title: "Your password is changed. Sign in with it." });
      void navigate("/signin", { replace: true });
    } catch (error) {
      setFailure(tellFaults(error, "Failed to reset password", ["newPassword"], setError));
    }
  });
  if (token === "") {
    return (
      <AuthCard title="Choose a new password">
        <p>
          This page is opened by the link of our mail.{" "}
          <Link
            to="/forgot-password"
            className="inline-flex min-h-9 items-center font-semibold underline"
          >
            Ask for a link
          </Link>
        </p>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Choose a new password">
      <form className="grid gap-4" onSubmit={(event) => void reset(event)} noValidate>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={newPasswordHint}
          error={formState.errors.newPassword?.message}
          {...register("newPassword", newPasswordRules)}
        />
        <PasswordField
          label="The same again"
          autoComplete="new-password"
          error={formState.errors.again?.message}
          {...register("again", {
            validate: (again) =>
              again === getValues("newPassword") || "The two passwords are not the same",
          })}
        />
        <Failure message={failure} />
        <Button type="submit" tone="primary" busy={formState.isSubmitting}>
          Change my password
        </Button>
      </form>
    </AuthCard>
  );
}
