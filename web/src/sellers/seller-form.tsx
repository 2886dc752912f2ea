import type { Seller } from "@gavelyard/contract/sellers";
import { sellerKindNames, sellerKinds, type SellerKind } from "@gavelyard/domain/sellers/seller";
import { unawaited } from "@gavelyard/domain/unawaited";
import { say, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { SelectField, StateField, TextField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";
import { sellerQuery, sellersKey } from "./api.ts";

const fields = ["name", "email", "phone", "street", "city", "state", "zip", "taxId"] as const;

/** Adds a seller, or changes one. A tax ID that isn't typed stays as it is. */
export function SellerForm({
  seller,
  onDone,
}: {
  seller: Seller | null;
  onDone: (saved: Seller) => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: {
      kind: seller?.kind ?? ("BUSINESS" satisfies SellerKind as SellerKind),
      name: seller?.name ?? "",
      email: seller?.email ?? "",
      phone: seller?.phone ?? "",
      street: seller?.street ?? "",
      city: seller?.city ?? "",
      state: seller?.state ?? "",
      zip: seller?.zip ?? "",
      taxId: "",
    },
  });
  const save = handleSubmit(async ({ state, taxId, ...typed }) => {
    setFailure(null);
    const body = {
      ...typed,
      state: state === "" ? null : state,
      ...(taxId.trim() === "" ? {} : { taxId }),
    };
    try {
      const saved =
        seller === null
          ? await call("createSeller", { body })
          : await call("changeSeller", {
              params: { id: String(seller.id) },
              body: { ...body, updatedAt: seller.updatedAt },
            });
      queries.setQueryData(sellerQuery(call, saved.id).queryKey, saved);
      toast({ type: "success", title: t("{name} saved", { name: saved.name }) });
      onDone(saved);
    } catch (error) {
      setFailure(showFieldErrors(error, t("Couldn't save the seller."), fields, setError));
    }
    await queries.invalidateQueries({ queryKey: sellersKey });
  });
  const { errors } = formState;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(save(event))}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={t("Kind")} {...register("kind")}>
          {sellerKinds.map((one) => (
            <option key={one} value={one}>
              {say(sellerKindNames[one])}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("Name")}
          autoComplete="off"
          maxLength={120}
          error={errors.name?.message}
          {...register("name", { required: t("Enter the seller's name") })}
        />
        <TextField
          label={t("Email")}
          type="email"
          autoComplete="off"
          maxLength={254}
          error={errors.email?.message}
          {...register("email")}
        />
        <TextField
          label={t("Phone")}
          type="tel"
          autoComplete="off"
          maxLength={30}
          error={errors.phone?.message}
          {...register("phone")}
        />
        <TextField
          label={t("Street")}
          autoComplete="off"
          maxLength={120}
          error={errors.street?.message}
          {...register("street")}
        />
        <TextField
          label={t("City")}
          autoComplete="off"
          maxLength={60}
          error={errors.city?.message}
          {...register("city")}
        />
        <StateField label={t("State")} error={errors.state?.message} {...register("state")} />
        <TextField
          label={t("ZIP code")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          error={errors.zip?.message}
          {...register("zip")}
        />
        <TextField
          label={t("Tax ID")}
          code
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          hint={
            seller?.taxIdLast4
              ? t("Ends in {digits}. Leave blank to keep it.", { digits: seller.taxIdLast4 })
              : t("EIN or SSN, nine digits. Stored encrypted.")
          }
          error={errors.taxId?.message}
          {...register("taxId")}
        />
      </div>
      <Failure message={failure} />
      <Button
        type="submit"
        tone="primary"
        className="justify-self-start"
        busy={formState.isSubmitting}
      >
        {seller === null ? t("Add seller") : t("Save seller")}
      </Button>
    </form>
  );
}
