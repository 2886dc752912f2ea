import { t } from "@gavelyard/messages/text";
import type { SecondStep as Answer, Session } from "@gavelyard/contract/sign-in/sign-in";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { useFocusFirst } from "../ui/form/use-focus-first.ts";
import { authState, useAuthState } from "./auth-state.ts";
import { AppCodeField } from "./app-code-field.tsx";
import { passkeyMessage, signWithPasskey } from "./passkey.ts";

const failed = t("Login failed");

/** Second step of a sign-in: a passkey, an app's code, or a recovery code (D45). */
export function SecondStep({
  step: { challenge, passkey, app },
  onSession,
  onBack,
}: {
  step: Answer["secondStep"];
  onSession: (session: Session) => void;
  onBack: () => void;
}) {
  const call = useCall();
  const { loading, error } = useAuthState();
  const [recovering, setRecovering] = useState(false);
  const part = useFocusFirst<HTMLDivElement>(recovering);
  const { register, handleSubmit, formState, reset } = useForm<{ code: string }>();
  const run = (work: () => Promise<Session>) =>
    authState.run(
      (failure) => passkeyMessage(failure, failed),
      async () => {
        onSession(await work());
        return {};
      },
    );
  const usePasskey = (options: NonNullable<typeof passkey>) =>
    run(async () => {
      const signed = await signWithPasskey(options);
      return call("signInByFactor", { body: { challenge, passkey: signed } });
    });
  const sendCode = handleSubmit(async ({ code }) => {
    await run(() => call("signInByFactor", { body: { challenge, code } }));
  });
  return (
    <div ref={part} className="grid gap-4">
      <p className="text-soft">{t("One more step to finish signing in.")}</p>
      {passkey === null || recovering ? null : (
        <Button tone="primary" busy={loading} onClick={() => unawaited(usePasskey(passkey))}>
          {t("Use your passkey")}
        </Button>
      )}
      {!app && !recovering ? (
        <Failure message={error} />
      ) : (
        <form
          key={recovering ? "recovery" : "app"}
          method="post"
          className="grid gap-4"
          noValidate
          onSubmit={(event) => unawaited(sendCode(event))}
        >
          {recovering ? (
            <TextField
              label={t("Recovery code")}
              hint={t("Each recovery code works once.")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              code
              maxLength={40}
              error={formState.errors.code?.message}
              {...register("code", {
                required: t("Enter a recovery code"),
                minLength: { value: 16, message: t("A recovery code has 16 letters and digits") },
              })}
            />
          ) : (
            <AppCodeField
              label={t("Code from your authenticator app")}
              error={formState.errors.code?.message}
              register={register}
            />
          )}
          <Failure message={error} />
          <Button
            type="submit"
            tone={passkey === null || recovering ? "primary" : "plain"}
            busy={loading}
          >
            {t("Verify code")}
          </Button>
        </form>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          tone="quiet"
          onClick={() => {
            authState.set({ error: null });
            reset();
            setRecovering(!recovering);
          }}
        >
          {recovering ? t("Use another method") : t("Use a recovery code")}
        </Button>
        <Button tone="quiet" onClick={onBack}>
          {t("Start over")}
        </Button>
      </div>
    </div>
  );
}
