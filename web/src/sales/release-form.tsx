import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { pickupWords } from "@gavelyard/domain/sales/pickup";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { isWaiting, messageOf, showFieldErrors } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { toast, toastMessage } from "../ui/toast-store.ts";
import { invoiceQuery } from "./api.ts";

/** Releases a paid unit to a driver who knows the gate PIN (D29). */
export function ReleaseButton({
  awardId,
  invoiceId,
  userId,
  name,
}: {
  awardId: number;
  invoiceId: number;
  userId: number;
  name: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("Release unit")}
      </Button>
      {open ? (
        <Sheet
          title={t("Release unit: {name}", { name })}
          place="right"
          onClose={() => setOpen(false)}
        >
          <Appointment userId={userId} invoiceId={invoiceId} />
          <ReleaseForm awardId={awardId} onDone={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </>
  );
}

/** The pickup appointment. It doesn't bind: the unit can be released at another time. */
function Appointment({ userId, invoiceId }: { userId: number; invoiceId: number }) {
  const query = useQuery(invoiceQuery(useCall(), userId, invoiceId));
  return (
    <Read query={query} failure={t("Couldn't load the appointment.")} className="mb-4 h-12">
      {({ pickup, yard }) => (
        <p className="mb-4 rounded-md bg-sunken p-3">
          {pickup === null
            ? t("No pickup appointment.")
            : t("Appointment: {pickup}, {place}.", {
                pickup: pickupWords(pickup),
                place: yard.place,
              })}
        </p>
      )}
    </Read>
  );
}

function ReleaseForm({ awardId, onDone }: { awardId: number; onDone: () => void }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { gatePin: "", driverName: "", carrierName: "" },
  });
  const release = handleSubmit(async (body) => {
    setFailure(null);
    try {
      const { message } = await call("releaseUnit", { params: { id: String(awardId) }, body });
      toast({ type: "success", title: message });
      await queries.invalidateQueries({ queryKey: ["staff"] });
      await queries.invalidateQueries({ queryKey: ["me"] });
      onDone();
    } catch (error) {
      if (isWaiting(error)) {
        toastMessage(messageOf(error, ""), "info");
        await queries.invalidateQueries({ queryKey: ["staff"] });
        return onDone();
      }
      return setFailure(
        showFieldErrors(
          error,
          t("Couldn't release the unit."),
          ["gatePin", "driverName", "carrierName"],
          setError,
        ),
      );
    }
  });
  const { errors } = formState;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(release(event))}>
      <TextField
        label={t("Gate PIN")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        hint={t("The six digits the buyer gave the driver.")}
        error={errors.gatePin?.message}
        {...register("gatePin", {
          pattern: { value: /^\d{6}$/, message: t("Enter six digits") },
          required: t("Ask the driver for the gate PIN"),
        })}
      />
      <TextField
        label={t("Driver")}
        maxLength={80}
        error={errors.driverName?.message}
        {...register("driverName", { required: t("Enter the driver's name") })}
      />
      <TextField
        label={t("Carrier")}
        maxLength={120}
        error={errors.carrierName?.message}
        {...register("carrierName")}
      />
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {t("Release unit")}
      </Button>
    </form>
  );
}
