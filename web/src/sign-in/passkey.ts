import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "@gavelyard/contract/sign-in/passkeys";
import { t } from "@gavelyard/messages/text";
import { messageOf } from "../api/messages.ts";

/** A passkey could not be used or created; the message is for the user. */
class PasskeyError extends Error {
  override readonly name = "PasskeyError";
}

export function passkeyMessage(error: unknown, fallback: string): string {
  return error instanceof PasskeyError ? error.message : messageOf(error, fallback);
}

const browserErrors: Readonly<Record<string, string>> = {
  NotAllowedError: t("No passkey was used. Try again, or choose another way."),
  AbortError: t("No passkey was used. Try again, or choose another way."),
  InvalidStateError: t("This device already has a passkey for your account."),
  SecurityError: t("Passkeys don't work at this address. Use the site's main address."),
};

/** Runs a passkey step; the library is loaded for the first one. */
async function withPasskeys<T>(
  step: (library: typeof import("@simplewebauthn/browser")) => Promise<T>,
): Promise<T> {
  const library = await import("@simplewebauthn/browser");
  if (!library.browserSupportsWebAuthn())
    throw new PasskeyError(t("This browser can't use passkeys. Choose another way."));
  try {
    return await step(library);
  } catch (error) {
    // The library wraps the browser's error.
    const name = error instanceof Error ? error.name : "";
    throw new PasskeyError(browserErrors[name] ?? t("This passkey can't be used here."), {
      cause: error,
    });
  }
}

/** Asks the user to sign a challenge with a passkey. @throws an error for `passkeyMessage` */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const { id, rawId, response } = await withPasskeys(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options }),
  );
  return { id, rawId, type: "public-key", response };
}

/** Asks the user to create a passkey. @throws an error for `passkeyMessage` */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyAttestation> {
  const { id, rawId, response } = await withPasskeys(({ startRegistration }) =>
    startRegistration({ optionsJSON: options }),
  );
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type: "public-key",
    response: { clientDataJSON, attestationObject, transports },
  };
}
