import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "@gavelyard/contract/sign-in/passkeys";
import type { WebAuthnCredential } from "@simplewebauthn/server";
import type { Context } from "../../context.ts";
import type { FactorAccount, PasskeyRow } from "./sql.ts";

/** Time that browsers wait for a passkey, the same as the challenge's lifetime. */
const TIMEOUT_MS = 300_000;
/** COSE numbers of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

type Site = Pick<Context, "publicUrl">;

/** Returns the host that passkeys are bound to, and the only origin that is accepted. */
function relyingParty({ publicUrl }: Site): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Loaded on first use, since reading the library slows the start. */
const checks = () => import("@simplewebauthn/server");

const handleOf = (userId: number): string => Buffer.from(String(userId)).toString("base64url");

const descriptors = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: "public-key" as const,
    transports,
  }));

/**
 * Returns the options for a browser to sign a challenge with one of these passkeys, or with any
 * passkey of this site if the list is empty.
 */
export function requestFor(
  site: Site,
  challenge: string,
  passkeys: readonly PasskeyRow[],
): PasskeyRequest {
  return {
    challenge,
    rpId: relyingParty(site).id,
    timeout: TIMEOUT_MS,
    allowCredentials: descriptors(passkeys),
    userVerification: "required",
  };
}

/**
 * Returns the options for a browser to create a passkey. It excludes devices that have one already.
 */
export function creationFor(
  site: Site,
  challenge: string,
  { id, email, name }: Pick<FactorAccount, "id" | "email" | "name">,
  passkeys: readonly PasskeyRow[],
): PasskeyCreation {
  return {
    challenge,
    rp: { id: relyingParty(site).id, name: "Gavelyard" },
    user: { id: handleOf(id), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: TIMEOUT_MS,
    excludeCredentials: descriptors(passkeys),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/**
 * Verifies that a passkey signed this challenge on this site and verified its user. Returns its new
 * counter; null if the check fails, or if the counter didn't go up, as with a copied passkey.
 */
export async function signedCounter(
  site: Site,
  challenge: string,
  assertion: PasskeyAssertion,
  row: PasskeyRow,
): Promise<number | null> {
  const { id, origin } = relyingParty(site);
  const { userHandle, ...response } = assertion.response;
  if (userHandle != null && userHandle !== handleOf(row.user_id)) return null;
  const { verifyAuthenticationResponse } = await checks();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for bad input from the client, which is no fault of ours.
    return null;
  }
}

export interface VerifiedPasskey extends Omit<WebAuthnCredential, "transports"> {
  readonly synced: boolean;
}

/**
 * Returns the passkey that was created for this challenge on this site with its user verified; null
 * if the check fails.
 */
export async function verifyNewPasskey(
  site: Site,
  challenge: string,
  attestation: PasskeyAttestation,
): Promise<VerifiedPasskey | null> {
  const { id, origin } = relyingParty(site);
  const { verifyRegistrationResponse } = await checks();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    return { ...registrationInfo.credential, synced: registrationInfo.credentialBackedUp };
  } catch {
    return null;
  }
}
