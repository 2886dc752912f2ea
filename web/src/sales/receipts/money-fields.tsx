import { ApiError } from "@gavelyard/client/call";
import {
  lacksReference,
  paymentMethods,
  type PaymentMethod,
} from "@gavelyard/domain/sales/payment-methods";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { browserZone, serverNow } from "../../clock.ts";
import { messageOf } from "../../api/messages.ts";
import { Failure } from "../../ui/failure.tsx";
import { SelectField, TextArea, TextField } from "../../ui/form/field.tsx";
import { words } from "../../ui/text/format.ts";

/** What is typed about any money that came in (D29, D75). */
export interface MoneyValues {
  readonly method: PaymentMethod;
  readonly reference: string;
  /** `2026-11-24` */
  readonly day: string;
  readonly repeatReason: string;
}

export const today = () => calendarDateIn(serverNow(), browserZone());

/**
 * Records money for the balance that the cashier has read, which changes only when the form says so,
 * and asks why it is another payment if it looks like an earlier one. `marks` tells what it looks like.
 */
export function useCashDesk(marks: string, shownBalance: number) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [balance, setBalance] = useState(shownBalance);
  const [repeated, setRepeated] = useState<{ marks: string; message: string } | null>(null);
  const record = async (
    send: () => Promise<void>,
    readBalance: () => number | undefined,
    failed: string,
  ) => {
    setFailure(null);
    let refusal: unknown = null;
    try {
      await send();
      setRepeated(null);
    } catch (error) {
      refusal = error;
    }
    await queries.invalidateQueries({ queryKey: ["me"] });
    await queries.invalidateQueries({ queryKey: ["staff"] });
    setBalance(readBalance() ?? balance);
    if (refusal === null) return;
    // With the new figures, so that the next press is for what is shown.
    const message = messageOf(refusal, failed);
    if (refusal instanceof ApiError && refusal.code === "repeated-payment")
      setRepeated({ marks, message });
    else setFailure(message);
  };
  return {
    balance,
    failure,
    /** What the server said about money that looks the same; null for none. */
    repeated: repeated?.marks === marks ? repeated.message : null,
    record,
  };
}

/** Fields for how money came in. */
export function MoneyFields() {
  const { register, formState } = useFormContext<MoneyValues>();
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label={t("Method")} {...register("method")}>
        {paymentMethods.map((method) => (
          <option key={method} value={method}>
            {words(method)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("Received on")}
        type="date"
        max={today()}
        error={errors.day?.message}
        {...register("day", {
          validate: (day) => (day !== "" && day <= today()) || t("Enter today or an earlier date"),
        })}
      />
      <TextField
        label={t("Reference")}
        maxLength={120}
        className="sm:col-span-2"
        error={errors.reference?.message}
        {...register("reference", {
          validate: (reference, { method }) =>
            !lacksReference(method, reference) || t("Enter the bank's reference or check number"),
        })}
      />
    </div>
  );
}

/** Asks why money that looks like an earlier payment is another one. */
export function RepeatReason({ repeated }: { repeated: string | null }) {
  const { register, formState } = useFormContext<MoneyValues>();
  if (repeated === null) return null;
  return (
    <>
      <Failure message={repeated} />
      <TextArea
        label={t("Why this is another payment")}
        maxLength={500}
        error={formState.errors.repeatReason?.message}
        {...register("repeatReason", {
          validate: (reason) => reason.trim().length >= 3 || t("Enter a reason"),
        })}
      />
    </>
  );
}
