import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { makePasskey, passkeyMessage } from "../sign-in/passkey.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";
import { useFocusFirst } from "../ui/form/use-focus-first.ts";
import { deviceName, deviceWords } from "@gavelyard/domain/sign-in/device-name";

/** Adds a passkey. `onEnd` gets the recovery codes that come with a first factor, else null. */
export function PasskeyForm({
  refresh,
  onEnd,
}: {
  refresh: readonly QueryKey[];
  onEnd: (recoveryCodes: readonly string[] | null) => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: deviceWords(deviceName(navigator.userAgent)) },
  });
  const form = useFocusFirst<HTMLFormElement>();
  const add = handleSubmit(async ({ name }) => {
    setFailure(null);
    try {
      const options = await call("newPasskey");
      const passkey = await makePasskey(options);
      const body = { challenge: options.challenge, name, passkey };
      const { recoveryCodes } = await call("addPasskey", { body });
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
      toast({
        type: "success",
        title: t("Passkey added"),
        message: t("We signed out your other devices."),
      });
      onEnd(recoveryCodes);
    } catch (error) {
      setFailure(passkeyMessage(error, t("Couldn't add the passkey.")));
    }
  });
  return (
    <form ref={form} className="grid gap-4" noValidate onSubmit={(event) => unawaited(add(event))}>
      <TextField
        label={t("Passkey name")}
        hint={t("A name you'll recognize, like “Work phone”.")}
        maxLength={60}
        error={formState.errors.name?.message}
        {...register("name", { validate: (name) => name.trim() !== "" || t("Enter a name") })}
      />
      <Failure message={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" busy={formState.isSubmitting}>
          {t("Continue")}
        </Button>
        <Button onClick={() => onEnd(null)}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}
