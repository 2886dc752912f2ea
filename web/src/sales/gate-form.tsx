import type { GateUnit } from "@gavelyard/contract/sales/gate";
import { formatDate } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { isWaiting, messageOf, showFieldErrors } from "../api/messages.ts";
import { useAction } from "../api/use-action.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { Picture } from "../ui/picture.tsx";
import { toast, toastMessage } from "../ui/toast-store.ts";

export const notCleared = (clearsAt: string, timeZone: string) =>
  t("Not cleared until {day}", { day: formatDate(clearsAt, timeZone) });

const refresh = [["staff"], ["me"]] as const;

/** Lets one unit leave: to a driver with the gate PIN (D29), or to our carrier (D62). */
export function GateForm({
  unit,
  timeZone,
  gatePin,
  onDone,
}: {
  unit: GateUnit;
  timeZone: string;
  /** Scanned from the pickup paper; empty otherwise. */
  gatePin: string;
  onDone: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { gatePin, driverName: "", carrierName: "", plate: "" },
  });
  const { deliveryId } = unit;
  const release = handleSubmit(async ({ gatePin: pin, ...driver }) => {
    setFailure(null);
    try {
      const { message } =
        deliveryId === null
          ? await call("releaseUnit", {
              params: { id: String(unit.awardId) },
              body: { gatePin: pin, ...driver },
            })
          : await call("handToCarrier", { params: { id: String(deliveryId) }, body: driver });
      toast({ type: "success", title: message });
    } catch (error) {
      if (!isWaiting(error)) {
        return setFailure(
          showFieldErrors(
            error,
            t("Couldn't release the unit."),
            ["gatePin", "driverName", "carrierName", "plate"],
            setError,
          ),
        );
      }
      toastMessage(messageOf(error, ""), "info");
    }
    await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
    return onDone();
  });
  const { errors } = formState;
  const carrier = (
    <TextField
      label={t("Carrier")}
      maxLength={120}
      error={errors.carrierName?.message}
      {...register("carrierName", {
        required: deliveryId === null ? false : t("Enter the carrier"),
      })}
    />
  );
  return (
    <form
      className="grid max-w-xl gap-4"
      noValidate
      onSubmit={(event) => unawaited(release(event))}
    >
      <LinkButton to="?tab=gate" className="justify-self-start">
        {t("All units")}
      </LinkButton>
      <div className="grid gap-4 sm:grid-cols-2">
        <Picture
          image={unit.image ?? undefined}
          sizes="(min-width: 640px) 280px, 100vw"
          className="w-full rounded-lg"
        />
        <div>
          <h2 className="mb-2">{unit.name}</h2>
          <Facts
            rows={[
              [t("Stock number"), unit.stockNumber],
              ...(unit.vin === null ? [] : [[t("VIN"), unit.vin, "wrap-anywhere"] as const]),
              [t("Lot"), unit.lotNumber],
              [t("Buyer"), unit.buyerName],
            ]}
          />
        </div>
      </div>
      {unit.clearsAt === null ? null : (
        <p className="rounded-md bg-sunken p-3">
          <strong className="block">{notCleared(unit.clearsAt, timeZone)}</strong>
          {t("The bank can still return the payment, so the unit stays until then.")}
        </p>
      )}
      {unit.takesSecondPerson ? (
        <p className="rounded-md bg-sunken p-3">
          {t("You recorded this unit's payment, so a second person has to confirm the release.")}
        </p>
      ) : null}
      {deliveryId === null ? (
        <TextField
          label={t("Gate PIN")}
          inputMode="numeric"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the driver stands at the gate
          autoFocus={gatePin === ""}
          maxLength={6}
          error={errors.gatePin?.message}
          {...register("gatePin", {
            pattern: { value: /^\d{6}$/, message: t("Enter six digits") },
            required: t("Ask the driver for the gate PIN"),
          })}
        />
      ) : (
        <>
          <p className="text-sm text-soft">
            {t(
              "Our carrier doesn't need the gate PIN. Check that the driver is from the carrier you booked.",
            )}
          </p>
          {carrier}
        </>
      )}
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t("Driver")}
          maxLength={80}
          error={errors.driverName?.message}
          {...register("driverName", { required: t("Enter the driver's name") })}
        />
        <TextField
          label={t("License plate")}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={12}
          error={errors.plate?.message}
          {...register("plate")}
        />
      </div>
      {deliveryId === null ? carrier : null}
      <Failure message={failure} />
      <div className="grid grid-cols-2 gap-3">
        <ExitPicture unit={unit} />
        <Button
          type="submit"
          tone="primary"
          disabled={unit.clearsAt !== null}
          busy={formState.isSubmitting}
        >
          {deliveryId === null ? t("Release unit") : t("Hand to carrier")}
        </Button>
      </div>
    </form>
  );
}

function ExitPicture({ unit }: { unit: GateUnit }) {
  const input = useRef<HTMLInputElement>(null);
  const send = useAction(
    (call, file: File) => {
      const form = new FormData();
      form.set("picture", file);
      return call("addExitPicture", { params: { id: String(unit.awardId) }, form });
    },
    {
      done: t("Picture saved"),
      failed: t("Couldn't save the picture."),
      refresh: [["staff", "gate"]],
    },
  );
  return (
    <>
      <Button busy={send.isPending} onClick={() => input.current?.click()}>
        <Camera aria-hidden className="size-5" />{" "}
        {unit.pictures === 0
          ? t("Take picture")
          : t("Take picture ({count})", { count: unit.pictures })}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t("Picture at the gate")}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) send.mutate(file);
          target.value = "";
        }}
      />
    </>
  );
}
