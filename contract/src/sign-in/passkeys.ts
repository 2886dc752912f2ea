import { t } from "@gavelyard/messages/text";
import { z } from "zod";

/** Bytes in WebAuthn's JSON form: base64url without padding. */
const bytes = (atMost: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, t("Must be base64url"))
    .max(atMost);
/** 32 random bytes, valid for one response. */
export const challenge = bytes(100);
const credentialId = bytes(1_400);

const credentials = z.array(
  z.object({
    id: credentialId,
    type: z.literal("public-key"),
    transports: z.array(z.string()),
  }),
);

/** Options for the browser to sign in with a passkey (`PublicKeyCredentialRequestOptionsJSON`). */
export const passkeyRequest = z
  .object({
    challenge,
    rpId: z.string(),
    /** In ms. */
    timeout: z.int(),
    /** Empty for any passkey of this site. */
    allowCredentials: credentials,
    userVerification: z.literal("required"),
  })
  .meta({ id: "PasskeyRequest" });
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** Options for the browser to create a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyCreation = z
  .object({
    challenge,
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
    /** In ms. */
    timeout: z.int(),
    excludeCredentials: credentials,
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    attestation: z.literal("none"),
  })
  .meta({ id: "PasskeyCreation" });
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
};

/** A challenge signed by a passkey, in the browser's form. */
export const passkeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4_000),
      authenticatorData: bytes(4_000),
      signature: bytes(8_000),
      userHandle: bytes(100).nullish(),
    }),
  })
  .meta({ id: "PasskeyAssertion" });
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

export const passkeyAttestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4_000),
      attestationObject: bytes(40_000),
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
  })
  .meta({ id: "PasskeyAttestation" });
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;
