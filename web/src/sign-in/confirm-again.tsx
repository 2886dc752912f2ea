import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import type { PasskeyRequest } from "@gavelyard/contract/sign-in/passkeys";
import { AlertDialog } from "radix-ui";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useForm } from "react-hook-form";
import { call } from "../api/browser-client.ts";
import { ApiError } from "@gavelyard/client/call";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { PasswordField } from "../ui/form/field.tsx";
import { messageOf } from "../api/messages.ts";
import { passkeyMessage, signWithPasskey } from "./passkey.ts";
import { onSessionEnd } from "../session/session.ts";

/** Runs a call; if it needs a confirmation, asks for one and repeats the call after it (D41). */
export async function orConfirm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "confirm-again") throw error;
    if (!(await confirmAgain())) throw error;
    return work();
  }
}

let asking: Promise<boolean> | null = null;

/** Asks for the password or a passkey in a dialog; false when the user cancels or is signed out. */
function confirmAgain(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const place = document.createElement("div");
    document.body.append(place);
    const root = createRoot(place);
    const end = (confirmed: boolean) => {
      forget();
      asking = null;
      root.unmount();
      place.remove();
      resolve(confirmed);
    };
    const forget = onSessionEnd(() => end(false));
    root.render(<ConfirmDialog onEnd={end} />);
  });
  return asking;
}

function ConfirmDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<{ password: string }>();
  const confirm = handleSubmit(async (body) => {
    setFailure(null);
    try {
      await call("confirmAgain", { body });
      onEnd(true);
    } catch (error) {
      setFailure(messageOf(error, t("Couldn't check your password. Try again.")));
    }
  });
  // Null without a passkey, or if the request failed; the password always works.
  const [request, setRequest] = useState<PasskeyRequest | null>(null);
  const ask = () =>
    call("confirmChallenge").then(
      ({ passkey }) => setRequest(passkey),
      () => setRequest(null),
    );
  useEffect(() => unawaited(ask()), []);
  const confirmByPasskey = async (options: PasskeyRequest) => {
    const { challenge } = options;
    setFailure(null);
    try {
      const passkey = await signWithPasskey(options);
      await call("confirmAgain", { body: { challenge, passkey } });
      onEnd(true);
    } catch (error) {
      setFailure(passkeyMessage(error, t("Couldn't verify your passkey. Try again.")));
      await ask();
    }
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : onEnd(false))}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-asphalt opacity-60" />
        <AlertDialog.Content
          className="fixed left-1/2 top-1/2 z-50 w-[min(30rem,92vw)] -translate-x-1/2 -translate-y-1/2 rounded-lg bg-paper p-5"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement)
              event.currentTarget.querySelector("input")?.focus();
          }}
        >
          <AlertDialog.Title className="text-lg font-bold">
            {t("Confirm it's you")}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-soft">
            {t(
              "To protect your account, we ask you to confirm before sensitive changes. We won't ask again for ten minutes.",
            )}
          </AlertDialog.Description>
          <form
            className="mt-4 grid gap-4"
            noValidate
            onSubmit={(event) => unawaited(confirm(event))}
          >
            <PasswordField
              label={t("Password")}
              autoComplete="current-password"
              error={formState.errors.password?.message}
              {...register("password", { required: t("Enter your password") })}
            />
            <Failure message={failure} />
            <div className="flex flex-wrap justify-end gap-3">
              {request === null ? null : (
                <Button className="mr-auto" onClick={() => unawaited(confirmByPasskey(request))}>
                  {t("Use your passkey")}
                </Button>
              )}
              <AlertDialog.Cancel asChild>
                <Button>{t("Cancel")}</Button>
              </AlertDialog.Cancel>
              <Button type="submit" tone="primary" busy={formState.isSubmitting}>
                {t("Continue")}
              </Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
