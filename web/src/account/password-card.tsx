import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { newPasswordHint, newPasswordRules } from "../sign-in/field-rules.ts";
import { messageOf, showFieldErrors } from "../api/messages.ts";
import { ApiError } from "@gavelyard/client/call";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { PasswordField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";

interface Passwords {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Changes the password, which needs the current one; other devices are signed out (D5). */
export function PasswordCard({ userId }: { userId: number }) {
  const call = useCall();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm<Passwords>();
  const change = handleSubmit(async (passwords) => {
    setFailure(null);
    try {
      await call("changePassword", { body: { userId, ...passwords } });
      reset();
      toast({
        type: "success",
        title: t("Password changed"),
        message: t("We signed out your other devices."),
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === "wrong-password") {
        setError("currentPassword", { message: messageOf(error, "") });
      } else {
        setFailure(
          showFieldErrors(error, t("Failed to change password"), ["newPassword"], setError),
        );
      }
    }
  });
  return (
    <Card title={t("Password")}>
      <form className="grid gap-4" onSubmit={(event) => unawaited(change(event))} noValidate>
        <PasswordField
          label={t("Current password")}
          autoComplete="current-password"
          error={formState.errors.currentPassword?.message}
          {...register("currentPassword", { required: t("Enter your current password") })}
        />
        <PasswordField
          label={t("New password")}
          autoComplete="new-password"
          hint={newPasswordHint}
          error={formState.errors.newPassword?.message}
          {...register("newPassword", newPasswordRules)}
        />
        <Failure message={failure} />
        <Button type="submit" className="justify-self-start" busy={formState.isSubmitting}>
          {t("Change password")}
        </Button>
      </form>
    </Card>
  );
}
