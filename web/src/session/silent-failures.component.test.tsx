import { screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { alerts, answer, axeFaults, openScreen, submit } from "../testing/open-screen.tsx";

const email = "someone@people.example";
const pending = { email, name: "", requestId: "0123456789abcdef01234567", verifiedAtMs: 0 };

test.each([
  ["/register", "/auth/sendotp", "Failed to send OTP", { Email: email }, "Send code"],
  ["/otp-verification", "/auth/verifyotp", "Invalid OTP", { Code: "123456" }, "Verify"],
  [
    "/login",
    "/auth/login",
    "Login failed",
    { Email: email, Password: "some pass phrase" },
    "Sign in",
  ],
  [
    "/forgot-password",
    "/auth/forgot-password",
    "Failed to send reset link",
    { Email: email },
    "Send link",
  ],
  [
    "/reset-password?token=abc",
    "/auth/reset-password",
    "Failed to reset password",
    { "New password": "a new pass phrase", "Confirm new password": "a new pass phrase" },
    "Change password",
  ],
  [
    "/contact",
    "/email/send",
    "Couldn't send your message.",
    { Name: "Some One", Email: email, Message: "When may I collect lot 12?" },
    "Send",
  ],
  [
    "/landing",
    "/form/submit",
    "Couldn't send your request.",
    { "Full name": "Some One", Email: email, Phone: "806 555 0144" },
    "Send",
  ],
])(
  "on %s, a failure of %s without a message says “%s”",
  async (path, call, text, fields, button) => {
    sessionStorage.setItem("pendingUserData", JSON.stringify(pending));
    const called = vi.fn<() => Response>(() => answer({}, 500));
    await openScreen(path, (each) => (each === call ? called() : undefined));
    submit(fields, button);
    await expect.poll(alerts).toContain(text);
    expect(called).toHaveBeenCalledOnce();
    expect(await axeFaults()).toEqual([]);
  },
);

test("a failed sign-up without a message says so", async () => {
  sessionStorage.setItem("pendingUserData", JSON.stringify(pending));
  await openScreen("/otp-verification", (path) => {
    if (path === "/auth/verifyotp") return answer({ message: "Verified" });
    return path === "/auth/signup" ? answer({}, 500) : undefined;
  });
  submit({ Code: "123456" }, "Verify");
  await screen.findByLabelText("Name");
  submit({ Name: "Some One", Password: "a long road home 9" }, "Create account");
  await expect.poll(alerts).toContain("Signup failed");
});
