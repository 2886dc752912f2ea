import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString("base64")}`;

/**
 * Builds the headers of a message by Standard Webhooks 1.0, with a signature for each secret, so
 * that receivers can use the old or the new one during a rotation.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, atMs, body }: { readonly id: string; readonly atMs: number; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "Gavelyard-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
