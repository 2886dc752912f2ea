import type { Page } from "playwright";
import { openAwake } from "./stage.ts";

const email = "someone@people.example";
const refuse = { status: 500, contentType: "application/json", body: "{}" } as const;

/**
 * A form whose call fails without a message from the server, and the text that users then see
 * (section 8).
 */
export interface SilentFailure {
  readonly call: string;
  readonly text: string;
  readonly act: (page: Page) => Promise<void>;
}

export const silentFailures: readonly SilentFailure[] = [
  {
    call: "/auth/sendotp",
    text: "Failed to send OTP",
    act: async (page) => {
      await openAwake(page, "/register");
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Send code" }).click();
    },
  },
  {
    call: "/auth/verifyotp",
    text: "Invalid OTP",
    act: async (page) => {
      await openCodeForm(page);
      await verify(page);
    },
  },
  {
    call: "/auth/signup",
    text: "Signup failed",
    act: async (page) => {
      await page.route("**/auth/verifyotp", (route) =>
        route.fulfill({ contentType: "application/json", body: '{"message":"Verified"}' }),
      );
      await openCodeForm(page);
      await verify(page);
      await page.getByLabel("Name").fill("Some One");
      await page.getByLabel("Password", { exact: true }).fill("a long road home 9");
      await page.getByRole("button", { name: "Create account" }).click();
    },
  },
  {
    call: "/auth/login",
    text: "Login failed",
    act: (page) => signInAs(page, "/login"),
  },
  {
    call: "/auth/forgot-password",
    text: "Failed to send reset link",
    act: async (page) => {
      await openAwake(page, "/forgot-password");
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Send link" }).click();
    },
  },
  {
    call: "/auth/reset-password",
    text: "Failed to reset password",
    act: async (page) => {
      await openAwake(page, "/reset-password?token=abc");
      await page.getByLabel("New password", { exact: true }).fill("a new pass phrase");
      await page.getByLabel("Confirm new password").fill("a new pass phrase");
      await page.getByRole("button", { name: "Change password" }).click();
    },
  },
  {
    call: "/email/send",
    text: "Couldn't send your message.",
    act: async (page) => {
      await openAwake(page, "/contact");
      await page.getByLabel("Name").fill("Some One");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Message").fill("When may I collect lot 12?");
      await page.getByRole("button", { name: "Send" }).click();
    },
  },
  {
    call: "/form/submit",
    text: "Couldn't send your request.",
    act: async (page) => {
      await openAwake(page, "/landing");
      await page.getByLabel("Full name").fill("Some One");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Phone").fill("806 555 0144");
      await page.getByRole("button", { name: "Send" }).click();
    },
  },
];

export async function failInSilence(page: Page, call: string): Promise<void> {
  await page.route(`**${call}`, (route) =>
    route.request().method() === "POST" ? route.fulfill(refuse) : route.continue(),
  );
}

/** Submits a sign-in form with unknown credentials. */
export async function signInAs(page: Page, form: "/login" | "/admin-login"): Promise<void> {
  await openAwake(page, form);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("some pass phrase");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Opens the code form as if a code had been sent. */
async function openCodeForm(page: Page): Promise<void> {
  await openAwake(page, "/otp-verification");
  const pending = { email, name: "", requestId: "0123456789abcdef01234567", verifiedAtMs: 0 };
  await page.evaluate(
    (text) => sessionStorage.setItem("pendingUserData", text),
    JSON.stringify(pending),
  );
  await openAwake(page, "/otp-verification");
}

async function verify(page: Page): Promise<void> {
  await page.getByLabel("Code").fill("123456");
  await page.getByRole("button", { name: "Verify" }).click();
}
