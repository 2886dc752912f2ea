import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Skeleton } from "../ui/states.tsx";
import { toast } from "../ui/toast-store.ts";
import { useFocusFirst } from "../ui/form/use-focus-first.ts";
import { AppCodeField } from "../sign-in/app-code-field.tsx";
import { newAppQuery } from "./api.ts";
import { later } from "../ui/later.tsx";

const QrCode = later(() => import("../ui/qr-code.tsx"), <Skeleton className="size-48" />);

interface FormProps {
  readonly refresh: readonly QueryKey[];
  /** Called with the recovery codes that come with a first factor, else null. */
  readonly onEnd: (recoveryCodes: readonly string[] | null) => void;
}

export function AppForm(props: FormProps) {
  const query = useQuery(newAppQuery(useCall()));
  return (
    <Read query={query} failure={t("Couldn't set up an authenticator app.")} className="h-96">
      {(setup) => <CodeForm begun={setup} {...props} />}
    </Read>
  );
}

function CodeForm({
  begun: { challenge, secret, uri },
  refresh,
  onEnd,
}: FormProps & {
  readonly begun: { readonly challenge: string; readonly secret: string; readonly uri: string };
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<{ code: string }>();
  const form = useFocusFirst<HTMLFormElement>();
  const add = handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      const body = { challenge, code: code.replaceAll(/\s/g, "") };
      const { recoveryCodes } = await call("addApp", { body });
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
      toast({
        type: "success",
        title: t("Authenticator app added"),
        message: t("We signed out your other devices."),
      });
      onEnd(recoveryCodes);
    } catch (error) {
      setFailure(
        showFieldErrors(error, t("Couldn't add the authenticator app."), ["code"], setError),
      );
    }
  });
  return (
    <form ref={form} className="grid gap-4" noValidate onSubmit={(event) => unawaited(add(event))}>
      <p>{t("1. Scan this code with your authenticator app.")}</p>
      <QrCode text={uri} label={t("QR code for your authenticator app")} />
      <p>
        {t("Can't scan it? Enter this key in the app instead:")}{" "}
        <span className="code font-semibold wrap-anywhere">{secret.match(/.{4}/g)?.join(" ")}</span>
      </p>
      <p>{t("2. Enter the code that the app shows.")}</p>
      <AppCodeField
        label={t("Six-digit code")}
        error={formState.errors.code?.message}
        register={register}
      />
      <Failure message={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" busy={formState.isSubmitting}>
          {t("Add authenticator app")}
        </Button>
        <Button onClick={() => onEnd(null)}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}
