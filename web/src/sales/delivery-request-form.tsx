import { t } from "@gavelyard/messages/text";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { StateField, TextArea, TextField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";

const fields = [
  "address.street",
  "address.city",
  "address.state",
  "address.zip",
  "contactName",
  "contactPhone",
  "instructions",
] as const;

/**
 * Delivery request by the buyer, or by staff on their behalf; prefilled with the invoice's address.
 */
export function DeliveryRequestForm({
  invoice: { awardId, billTo },
  staff,
  onDone,
}: {
  invoice: Invoice;
  staff: boolean;
  onDone: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: {
      address: billTo.address ?? { street: "", city: "", state: "", zip: "" },
      contactName: billTo.name,
      contactPhone: "",
      instructions: "",
    },
  });
  const send = handleSubmit(async (body) => {
    setFailure(null);
    try {
      await call("requestDelivery", { params: { id: String(awardId) }, body });
      toast({
        type: "success",
        title: t("Delivery requested"),
        message: staff
          ? t("We emailed the buyer. Send them a quote next.")
          : t("We'll email you a quote. You pay nothing until you accept it."),
      });
      await queries.invalidateQueries({ queryKey: ["me"] });
      await queries.invalidateQueries({ queryKey: ["staff"] });
      onDone();
    } catch (error) {
      setFailure(showFieldErrors(error, t("Couldn't send the request."), fields, setError));
    }
  });
  /** Staff's browsers would autofill the house's own address. */
  const autoCompleteFor = (autoComplete: string) => (staff ? "off" : autoComplete);
  const { errors } = formState;
  return (
    <form className="mt-3 grid gap-4" noValidate onSubmit={(event) => unawaited(send(event))}>
      <TextField
        label={t("Street")}
        autoComplete={autoCompleteFor("street-address")}
        maxLength={120}
        error={errors.address?.street?.message}
        {...register("address.street", { required: t("Enter the street") })}
      />
      <TextField
        label={t("City")}
        autoComplete={autoCompleteFor("address-level2")}
        maxLength={60}
        error={errors.address?.city?.message}
        {...register("address.city", { required: t("Enter the city") })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <StateField
          label={t("State")}
          error={errors.address?.state?.message}
          {...register("address.state", { required: t("Choose the state") })}
        />
        <TextField
          label={t("ZIP code")}
          inputMode="numeric"
          autoComplete={autoCompleteFor("postal-code")}
          maxLength={10}
          error={errors.address?.zip?.message}
          {...register("address.zip", {
            pattern: { value: /^\d{5}(-\d{4})?$/, message: t("Enter a ZIP code, like 79101") },
            required: t("Enter the ZIP code"),
          })}
        />
        <TextField
          label={t("Recipient")}
          autoComplete={autoCompleteFor("name")}
          maxLength={80}
          error={errors.contactName?.message}
          {...register("contactName", { required: t("Enter a name") })}
        />
        <TextField
          label={t("Recipient's phone")}
          type="tel"
          autoComplete={autoCompleteFor("tel")}
          error={errors.contactPhone?.message}
          {...register("contactPhone", { required: t("Enter a phone number") })}
        />
      </div>
      <TextArea
        label={t("Instructions (optional)")}
        hint={t("Such as opening hours, a dock, or a low bridge on the way.")}
        maxLength={500}
        error={errors.instructions?.message}
        {...register("instructions")}
      />
      <Failure message={failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" busy={formState.isSubmitting}>
          {t("Request delivery quote")}
        </Button>
        <Button onClick={onDone}>{t("Back")}</Button>
      </div>
    </form>
  );
}
