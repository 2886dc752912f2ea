import { t } from "@gavelyard/messages/text";
import type { UserProfile } from "@gavelyard/contract/users/users";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { renameSession } from "../session/session.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { SelectField, StateField, TextField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";
import { profileQuery } from "./api.ts";

interface ProfileValues {
  name: string;
  phoneNumber: string;
  accountType: "INDIVIDUAL" | "BUSINESS";
  companyName: string;
  dotNumber: string;
  mcNumber: string;
  address: { street: string; city: string; state: string; zip: string };
}

const valuesOf = (profile: UserProfile): ProfileValues => ({
  name: profile.name,
  phoneNumber: profile.phoneNumber ?? "",
  accountType: profile.accountType,
  companyName: profile.companyName ?? "",
  dotNumber: profile.dotNumber ?? "",
  mcNumber: profile.mcNumber ?? "",
  address: profile.address ?? { street: "", city: "", state: "", zip: "" },
});

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

export function ProfileForm({ profile }: { profile: UserProfile }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<ProfileValues>({ values: valuesOf(profile) });
  const { register, handleSubmit, formState, setError, control } = form;
  const { errors } = formState;
  const business = useWatch({ control, name: "accountType" }) === "BUSINESS";
  const save = handleSubmit(async (values) => {
    setFailure(null);
    const { street, city, state, zip } = values.address;
    const address = [street, city, state, zip].every((part) => part.trim() === "")
      ? null
      : values.address;
    try {
      const changed = await call("updateUser", {
        params: { id: String(profile.id) },
        body: {
          name: values.name,
          phoneNumber: orNull(values.phoneNumber),
          accountType: values.accountType,
          companyName: orNull(values.companyName),
          dotNumber: orNull(values.dotNumber),
          mcNumber: orNull(values.mcNumber),
          address,
        },
      });
      queries.setQueryData(profileQuery(call).queryKey, changed);
      renameSession(changed.name);
      toast({ type: "success", title: t("Profile saved") });
    } catch (error) {
      setFailure(
        showFieldErrors(
          error,
          t("Couldn't save your profile."),
          [
            "name",
            "phoneNumber",
            "companyName",
            "dotNumber",
            "mcNumber",
            "address.street",
            "address.city",
            "address.state",
            "address.zip",
          ],
          setError,
        ),
      );
    }
  });
  return (
    <Card title={t("Personal details")}>
      <form className="grid gap-4" onSubmit={(event) => unawaited(save(event))} noValidate>
        <TextField
          label={t("Name")}
          autoComplete="name"
          error={errors.name?.message}
          {...register("name", { required: t("Enter your name") })}
        />
        <TextField
          label={t("Phone")}
          type="tel"
          autoComplete="tel"
          error={errors.phoneNumber?.message}
          {...register("phoneNumber")}
        />
        {profile.userRole === "ROLE_CUSTOMER" ? (
          <SelectField label={t("You buy")} {...register("accountType")}>
            <option value="INDIVIDUAL">{t("For yourself")}</option>
            <option value="BUSINESS">{t("For a business")}</option>
          </SelectField>
        ) : null}
        {business ? (
          <>
            <TextField
              label={t("Company")}
              autoComplete="organization"
              error={errors.companyName?.message}
              {...register("companyName")}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label={t("DOT number")}
                inputMode="numeric"
                error={errors.dotNumber?.message}
                {...register("dotNumber")}
              />
              <TextField
                label={t("MC number")}
                inputMode="numeric"
                error={errors.mcNumber?.message}
                {...register("mcNumber")}
              />
            </div>
          </>
        ) : null}
        <fieldset className="grid gap-4">
          <legend className="mb-2 font-semibold">
            {profile.userRole === "ROLE_CUSTOMER" ? t("Billing address") : t("Address")}
          </legend>
          <TextField
            label={t("Street")}
            autoComplete="street-address"
            error={errors.address?.street?.message}
            {...register("address.street")}
          />
          <TextField
            label={t("City")}
            autoComplete="address-level2"
            error={errors.address?.city?.message}
            {...register("address.city")}
          />
          <div className="grid grid-cols-2 gap-4">
            <StateField
              label={t("State")}

              error={errors.address?.state?.message}
              {...register("address.state")}
            />
            <TextField
              label={t("ZIP code")}
              inputMode="numeric"
              autoComplete="postal-code"
              error={errors.address?.zip?.message}
              {...register("address.zip")}
            />
          </div>
        </fieldset>
        <Failure message={failure} />
        <Button
          type="submit"
          tone="primary"
          className="justify-self-start"
          busy={formState.isSubmitting}
          disabled={!formState.isDirty}
        >
          {t("Save")}
        </Button>
      </form>
    </Card>
  );
}
