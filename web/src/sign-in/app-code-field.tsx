import { t } from "@gavelyard/messages/text";
import type { UseFormRegister } from "react-hook-form";
import { TextField } from "../ui/form/field.tsx";

const sixDigits = t("Enter the six-digit code");

export function AppCodeField({
  label,
  error,
  register,
}: {
  label: string;
  error: string | undefined;
  register: UseFormRegister<{ code: string }>;
}) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      code
      maxLength={7}
      error={error}
      {...register("code", {
        required: sixDigits,
        pattern: { value: /^\s*\d{3}\s?\d{3}\s*$/, message: sixDigits },
      })}
    />
  );
}
