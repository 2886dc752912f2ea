import type { TitleEventInput, UnitTitle } from "@gavelyard/contract/titles";
import { titleEventNames, titleFaultNames } from "@gavelyard/domain/titles/title-names";
import { faultsByHand, isInHand, type FaultByHand } from "@gavelyard/domain/titles/title";
import { unawaited } from "@gavelyard/domain/unawaited";
import { say, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";

type Kind = TitleEventInput["kind"];

/** What a clerk records next, the likeliest first. */
const order = [
  "READY",
  "SENT",
  "HANDED_OVER",
  "DELIVERED",
  "EXPECTED",
  "FIXED",
  "LIEN_RELEASED",
  "FAULT",
  "RETURNED",
  "DUPLICATE_ORDERED",
] as const satisfies readonly Kind[];

interface Typed {
  kind: Kind;
  fault: FaultByHand;
  expectedOn: string;
  carrier: string;
  tracking: string;
  recipient: string;
  note: string;
}

/** The body of the call, with only the fields of its kind. */
function inputOf({ kind, note, ...typed }: Typed): TitleEventInput {
  switch (kind) {
    case "EXPECTED":
    case "DUPLICATE_ORDERED":
      return { kind, note, expectedOn: typed.expectedOn };
    case "FAULT":
    case "FIXED":
      return { kind, note, fault: typed.fault };
    case "SENT":
      return { kind, note, carrier: typed.carrier, tracking: typed.tracking };
    case "HANDED_OVER":
      return { kind, note, recipient: typed.recipient };
    default:
      return { kind, note };
  }
}

/** Records what happened to a title; offers only what is possible now. */
export function EventForm({ title }: { title: UnitTitle }) {
  const { inventoryId, possible, openFaults, state } = title;
  const inHand = isInHand(state);
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const offered = order.filter((one) => possible.includes(one));
  const { register, handleSubmit, formState, setError, control } = useForm<Typed>({
    defaultValues: {
      kind: offered[0] ?? "EXPECTED",
      fault: "NAME",
      expectedOn: "",
      carrier: "",
      tracking: "",
      recipient: "",
      note: "",
    },
  });
  const kind = useWatch({ control, name: "kind" });
  const faults = faultsByHand.filter((fault) =>
    kind === "FAULT" ? !openFaults.includes(fault) : openFaults.includes(fault) && fault !== "LIEN",
  );
  const save = handleSubmit(async (typed) => {
    setFailure(null);
    const fault = faults.includes(typed.fault) ? typed.fault : (faults[0] ?? typed.fault);
    try {
      await call("recordTitleEvent", {
        params: { id: String(inventoryId) },
        body: inputOf({ ...typed, fault }),
      });
      toast({ type: "success", title: say(titleEventNames[kind]) });
    } catch (error) {
      setFailure(
        showFieldErrors(
          error,
          t("Couldn't record this."),
          ["expectedOn", "carrier", "tracking", "recipient", "note"],
          setError,
        ),
      );
    }
    await queries.invalidateQueries({ queryKey: ["staff"] });
  });
  const { errors } = formState;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(save(event))}>
      <SelectField label={t("Event")} {...register("kind")}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {say(titleEventNames[one])}
          </option>
        ))}
      </SelectField>
      {kind === "FAULT" || kind === "FIXED" ? (
        <SelectField label={t("Fault [of a title]")} {...register("fault")}>
          {faults.map((one) => (
            <option key={one} value={one}>
              {say(titleFaultNames[one])}
            </option>
          ))}
        </SelectField>
      ) : null}
      {kind === "EXPECTED" || kind === "DUPLICATE_ORDERED" ? (
        <TextField
          label={t("Expected by")}
          type="date"
          error={errors.expectedOn?.message}
          {...register("expectedOn", { required: t("Enter a date") })}
        />
      ) : null}
      {kind === "SENT" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t("Carrier")}
            maxLength={60}
            error={errors.carrier?.message}
            {...register("carrier", { required: t("Enter the carrier") })}
          />
          <TextField
            label={t("Tracking number")}
            code
            autoComplete="off"
            maxLength={60}
            error={errors.tracking?.message}
            {...register("tracking")}
          />
        </div>
      ) : null}
      {kind === "HANDED_OVER" ? (
        <TextField
          label={t("Handed to")}
          autoComplete="off"
          maxLength={120}
          error={errors.recipient?.message}
          {...register("recipient", { required: t("Enter who took the title") })}
        />
      ) : null}
      <TextField
        label={t("Note (optional)")}
        maxLength={500}
        error={errors.note?.message}
        {...register("note")}
      />
      <Failure message={failure} />
      <Button
        type="submit"
        tone={title.takesPaper && !inHand ? "plain" : "primary"}
        busy={formState.isSubmitting}
      >
        {t("Record event")}
      </Button>
    </form>
  );
}
