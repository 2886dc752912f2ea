import { titleBrands } from "@gavelyard/contract/inventory/inventory-fields";
import type { UnitTitle } from "@gavelyard/contract/titles";
import { titleKindNames } from "@gavelyard/domain/titles/title-names";
import { titleKinds, type TitleKind } from "@gavelyard/domain/titles/title";
import { unawaited } from "@gavelyard/domain/unawaited";
import { say, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { SelectField, StateField, TextField } from "../ui/form/field.tsx";
import { words } from "../ui/text/format.ts";
import { toast } from "../ui/toast-store.ts";

const fields = ["state", "number", "ownerName", "vin", "brand", "odometer", "place"] as const;

/** What is printed on the paper in hand, typed from it and not from the listing. */
export function PaperForm({
  title: { inventoryId, paper, listing },
  inHand,
  onDone,
}: {
  title: UnitTitle;
  inHand: boolean;
  onDone: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const start = inHand ? paper : null;
  const { register, handleSubmit, formState, setError, control } = useForm({
    defaultValues: {
      kind: start?.kind ?? ("TITLE" satisfies TitleKind as TitleKind),
      state: start?.state ?? "",
      number: start?.number ?? "",
      ownerName: start?.ownerName ?? "",
      vin: start?.vin ?? "",
      brand: start?.brand ?? "",
      odometer: String(start?.odometer ?? ""),
      place: start?.place ?? "",
    },
  });
  const kind = useWatch({ control, name: "kind" });
  const save = handleSubmit(async ({ state, vin, brand, odometer, ...typed }) => {
    setFailure(null);
    const digits = odometer.replaceAll(/[,\s]/g, "");
    try {
      await call("recordTitle", {
        params: { id: String(inventoryId) },
        body: {
          ...typed,
          state: state === "" ? null : state,
          vin: vin.trim() === "" ? null : vin.trim().toUpperCase(),
          brand: titleBrands.find((one) => one === brand) ?? null,
          odometer: digits === "" ? null : Number(digits),
        },
      });
      toast({ type: "success", title: t("Title recorded") });
      onDone();
    } catch (error) {
      setFailure(showFieldErrors(error, t("Couldn't record the title."), fields, setError));
    }
    await queries.invalidateQueries({ queryKey: ["staff"] });
  });
  const { errors } = formState;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(save(event))}>
      <SelectField label={t("Kind of title")} {...register("kind")}>
        {titleKinds
          .filter((one) => !inHand || one !== "NOT_TITLED")
          .map((one) => (
            <option key={one} value={one}>
              {say(titleKindNames[one])}
            </option>
          ))}
      </SelectField>
      {kind === "NOT_TITLED" ? (
        <p>{t("Buyers see that the unit is sold without a title.")}</p>
      ) : (
        <>
          <TextField
            label={t("VIN on the paper")}
            code
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={25}
            error={errors.vin?.message}
            {...register("vin", {
              required:
                kind === "TITLE" || kind === "ELECTRONIC" || kind === "MSO"
                  ? t("Enter the VIN on the paper")
                  : false,
            })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label={t("Brand on the paper")}
              error={errors.brand?.message}
              {...register("brand", {
                required: kind === "TITLE" || kind === "ELECTRONIC" ? t("Choose the brand") : false,
              })}
            >
              <option value="">{t("Choose")}</option>
              {titleBrands.map((one) => (
                <option key={one} value={one}>
                  {words(one)}
                </option>
              ))}
            </SelectField>
            <TextField
              label={
                listing.odometerUnit === "KM"
                  ? t("Odometer on the paper (km)")
                  : t("Odometer on the paper (mi)")
              }
              inputMode="numeric"
              hint={t("Leave blank if the paper has none")}
              error={errors.odometer?.message}
              {...register("odometer", {
                pattern: { value: /^[\d,\s]*$/, message: t("Enter a whole number") },
              })}
            />
            <StateField label={t("State")} error={errors.state?.message} {...register("state")} />
            <TextField
              label={t("Title number")}
              code
              autoComplete="off"
              maxLength={40}
              error={errors.number?.message}
              {...register("number")}
            />
            <TextField
              label={t("Owner on the title")}
              autoComplete="off"
              maxLength={120}
              error={errors.ownerName?.message}
              {...register("ownerName")}
            />
            <TextField
              label={t("Kept in")}
              placeholder={t("Safe 2, folder 14")}
              autoComplete="off"
              maxLength={60}
              error={errors.place?.message}
              {...register("place")}
            />
          </div>
        </>
      )}
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {inHand ? t("Save correction") : t("Record arrival")}
      </Button>
    </form>
  );
}
