import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { codeOf, stepAt } from "../../server/src/sign-in/factors/totp.ts";
import { decodeBase32 } from "../../server/src/testing/authenticator.ts";
import { accessFaults } from "../axe.ts";
import { staff } from "../office.ts";
import { fleet, openAwake, openStage, signIn, type Size, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"), { STAFF_FACTOR_FROM: "2026-01-01" });
});
afterAll(() => stage?.close());

/** Opens a page on a device whose own authenticator verifies its user. */
async function openWithAuthenticator(size: Size): Promise<Page> {
  // Passkeys belong to a host name, not an IP address.
  const baseURL = stage.product.url.replace("127.0.0.1", "localhost");
  const page = await stage.open(size, { baseURL });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await openAwake(page, "/signin");
}

/** Enters email and password with the keyboard alone, up to the second step. */
async function enterPassword(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel("Email").focus();
  await page.keyboard.type(email);
  await page.getByLabel("Password", { exact: true }).focus();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Confirm it's you" }).waitFor();
}

/** Waits until an element with the name has the focus, and presses Enter. */
async function enterOn(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
}

/** Waits until the field has the focus, types and presses Enter. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

const card = (page: Page) => page.getByRole("region", { name: "Sign-in security" });

test("a customer adds a passkey and signs in with it, after the password or by itself (D45)", async () => {
  const page = await openWithAuthenticator("phone");
  await signIn(page, fleet, "/dashboard?tab=profile");
  await card(page).getByText("No passkeys yet").waitFor();
  await card(page).getByRole("button", { name: "Add passkey" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Passkey name").fill("Yard phone");
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Save your recovery codes" });
  await sheet.waitFor();
  expect(await sheet.getByRole("listitem").count()).toBe(10);
  expect(await accessFaults(page, "recovery codes")).toEqual([]);
  await sheet.getByRole("button", { name: "I've saved them" }).click();
  await card(page).getByText("Yard phone").first().waitFor();
  await card(page).getByText("10 codes left.").waitFor();
  expect(await accessFaults(page, "sign-in security")).toEqual([]);

  await signOut(page);
  await enterPassword(page, fleet);
  expect(await accessFaults(page, "the second step")).toEqual([]);
  await enterOn(page, "Use your passkey");
  await page.waitForURL(/dashboard$/);

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/dashboard$/);

  // It also confirms sensitive calls (D41).
  await page.goto("/dashboard?tab=profile");
  await card(page).getByText("Yard phone").first().waitFor();
  await stage.query("UPDATE sessions SET confirmed_at = NULL");
  await card(page).getByRole("button", { name: "Remove Yard phone" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Confirm it's you" });
  await dialog.getByRole("button", { name: "Use your passkey" }).click();
  await card(page).getByText("No passkeys yet").waitFor();
});

test("staff have to set up an app first, and sign in with its codes (D45)", async () => {
  const page = await openWithAuthenticator("desktop");
  await signIn(page, staff.support, "/admin-dashboard");
  await page.getByRole("heading", { name: "Set up your sign-in security" }).waitFor();
  expect(await accessFaults(page, "the set-up of staff")).toEqual([]);
  await card(page).getByRole("button", { name: "Set up authenticator app" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  expect(await accessFaults(page, "the set-up of an app")).toEqual([]);
  const displayed = await card(page)
    .getByText(/^([A-Z2-7]{4} ?){8}$/)
    .innerText();
  const secret = decodeBase32(displayed.replaceAll(" ", ""));
  const codeNow = () => codeOf(secret, stepAt(Date.now() / 1_000));
  const code = codeNow();
  await page.getByLabel("Six-digit code").fill(code);
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Save your recovery codes" });
  const recoveryCode = await sheet.getByRole("listitem").first().innerText();
  await sheet.getByRole("button", { name: "I've saved them" }).click();
  await page.getByRole("button", { name: "Go to your dashboard" }).click();
  await page.getByRole("heading", { name: "Work queue", level: 1 }).waitFor();

  await signOut(page);
  await enterPassword(page, staff.support);
  expect(await accessFaults(page, "the second step with an app")).toEqual([]);
  await typeInto(page, "Code from your authenticator app", code);
  // This code was used to set the app up. A screen reader announces it.
  await page
    .getByRole("alert")
    .filter({ hasText: "That code is wrong or was already used" })
    .waitFor();
  await stage.query("UPDATE authenticator_apps SET last_step = 0");
  await page.getByLabel("Code from your authenticator app").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await typeInto(page, "Code from your authenticator app", codeNow());
  await page.waitForURL(/admin-dashboard$/);

  await signOut(page);
  await enterPassword(page, staff.support);
  await page.getByRole("button", { name: "Use a recovery code" }).focus();
  await page.keyboard.press("Enter");
  await typeInto(page, "Recovery code", recoveryCode);
  await page.waitForURL(/admin-dashboard$/);
  await page.getByRole("heading", { name: "Work queue", level: 1 }).waitFor();
});
