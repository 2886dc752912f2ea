import { session } from "@gavelyard/contract/sign-in/sign-in";
import type { Page } from "playwright";
import { signIn, type Size, type Stage } from "./stage.ts";

export const staff = {
  admin: { email: "admin@demo.example", password: "keys-to-the-yard-1" },
  support: { email: "support@demo.example", password: "gate-desk-morning-2" },
} as const;
export const staffRoles = ["admin", "support"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Opens a page signed in as staff, at their dashboard or at `path`. */
export async function openOffice(
  stage: Stage,
  role: StaffRole,
  size: Size = "desktop",
  path?: string,
): Promise<Page> {
  const page = await stage.open(size);
  await signIn(page, staff[role], path);
  return page;
}

export const goTo = (page: Page, query: string) => page.goto(`/admin-dashboard?${query}`);

/** Waits until a text appears. */
export const waitForText = (page: Page, text: string | RegExp) =>
  page.getByText(text).first().waitFor();

/** Calls the API with a token, or as a visitor. */
export async function call(
  stage: Stage,
  path: string,
  jwt: string | null,
  method = "GET",
  body?: object,
): Promise<Response> {
  return fetch(stage.product.url + path, {
    method,
    headers: {
      Accept: "application/json",
      ...(jwt === null ? {} : { Authorization: `Bearer ${jwt}` }),
      "Idempotency-Key": crypto.randomUUID(),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

export async function tokenOf(
  stage: Stage,
  who: { readonly email: string; readonly password: string },
): Promise<{ readonly jwt: string; readonly userId: number }> {
  const { email, password } = who;
  const reply = await call(stage, "/auth/login", null, "POST", { email, password });
  return session.parse(await reply.json());
}
