import { type Message } from "@gavelyard/messages/text";
import { Refusal } from "../refusal.ts";
import type { Settings } from "../settings.ts";
import { isDemoAccount } from "./people.ts";

/** Whether an account is one that all visitors of a public demo share (D37). */
export function isSharedAccount(
  { demo, demoPublic }: Pick<Settings, "demo" | "demoPublic">,
  email: string,
): boolean {
  return demo && demoPublic && isDemoAccount(email);
}

/**
 * Protects the accounts that all visitors of a public demo share from changes that would lock
 * others out (D37).
 * @throws Refusal 403
 */
export function refuseForSharedAccount(
  settings: Pick<Settings, "demo" | "demoPublic">,
  email: string,
  refusal: Message,
): void {
  if (isSharedAccount(settings, email)) throw new Refusal("not-in-demo", refusal);
}
