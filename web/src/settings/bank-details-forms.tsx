import { t } from "@gavelyard/messages/text";
import { bankAccount, type ShownBankAccount } from "@gavelyard/contract/sales/bank-details";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";
import { bankDetailsQuery } from "./api.ts";

const fields = [
  "bankName",
  "accountHolder",
  "routingNumber",
  "accountNumber",
  "wireNote",
  "achNote",
] as const;
type Change = Record<(typeof fields)[number], string>;

/** Validates a field with the contract's schema; true when it is valid, else the message. */
const validateField = (name: (typeof fields)[number]) => (value: string) => {
  const parsed = bankAccount.shape[name].safeParse(value);
  return parsed.success || (parsed.error.issues[0]?.message ?? t("Check this field"));
};

export function ChangeBankDetails({
  twoPersons,
  onDone,
}: {
  twoPersons: boolean;
  onDone: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<Change>();
  const { errors, isSubmitting } = formState;
  const field = (name: (typeof fields)[number]) => ({
    autoComplete: "off",
    error: errors[name]?.message,
    ...register(name, { validate: validateField(name) }),
  });
  const save = handleSubmit(async (account) => {
    setFailure(null);
    try {
      const details = await call("changeBankDetails", { body: account });
      toast({
        type: "success",
        title: details.pending === null ? t("Bank details changed") : t("Change requested"),
        ...(details.pending === null
          ? {}
          : { message: t("It takes effect once another administrator confirms it.") }),
      });
      queries.setQueryData(bankDetailsQuery(call).queryKey, details);
      onDone();
    } catch (error) {
      setFailure(
        showFieldErrors(error, t("Couldn't request the change. Try again."), [...fields], setError),
      );
    }
  });
  return (
    <form
      aria-label={t("Change bank details")}
      className="grid gap-4"
      noValidate
      onSubmit={(event) => unawaited(save(event))}
    >
      <TextField label={t("Bank")} maxLength={80} {...field("bankName")} />
      <TextField label={t("Account holder")} maxLength={80} {...field("accountHolder")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Routing number")}
          inputMode="numeric"
          maxLength={9}
          {...field("routingNumber")}
        />
        <TextField
          label={t("Account number")}
          inputMode="numeric"
          maxLength={17}
          {...field("accountNumber")}
        />
      </div>
      <TextField
        label={t("Wire note (optional)")}
        hint={t("What buyers need to know about wires, such as a different routing number")}
        maxLength={200}
        {...field("wireNote")}
      />
      <TextField label={t("ACH note (optional)")} maxLength={200} {...field("achNote")} />
      <Failure message={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" busy={isSubmitting}>
          {twoPersons ? t("Request change") : t("Change bank details")}
        </Button>
        <Button onClick={onDone}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}

export function ConfirmBankDetails({ pending }: { pending: ShownBankAccount }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<{ accountNumber: string }>();
  const { errors, isSubmitting } = formState;
  const confirm = handleSubmit(async (body) => {
    setFailure(null);
    try {
      const details = await call("confirmBankDetails", {
        params: { id: String(pending.id) },
        body,
      });
      toast({
        type: "success",
        title: t("Bank details confirmed"),
        message: t("Buyers see the new account now."),
      });
      queries.setQueryData(bankDetailsQuery(call).queryKey, details);
      await queries.invalidateQueries({ queryKey: ["staff"] });
    } catch (error) {
      setFailure(
        showFieldErrors(
          error,
          t("Couldn't confirm the change. Try again."),
          ["accountNumber"],
          setError,
        ),
      );
    }
  });
  return (
    <form
      aria-label={t("Confirm bank details")}
      className="grid gap-4"
      noValidate
      onSubmit={(event) => unawaited(confirm(event))}
    >
      <p>
        {t(
          "Compare everything with a document from your bank, then enter the account number from that document.",
        )}
      </p>
      <TextField
        label={t("Confirm account number")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={17}
        error={errors.accountNumber?.message}
        {...register("accountNumber", { validate: validateField("accountNumber") })}
      />
      <Failure message={failure} />
      <Button type="submit" tone="primary" className="justify-self-start" busy={isSubmitting}>
        {t("Confirm bank details")}
      </Button>
    </form>
  );
}
