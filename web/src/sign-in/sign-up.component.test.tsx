import { termsVersion } from "@gavelyard/domain/terms";
import { fireEvent, screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { answer, openScreen, submit } from "../testing/open-screen.tsx";

const email = "someone@people.example";

test.each([
  ["JSON", () => answer({ message: "We've sent an email to this address" })],
  ["text", () => new Response("We've sent an email to this address")],
])("the server's answer to a request for a code is shown, sent as %s", async (_form, sent) => {
  await openScreen("/register", (path) => (path === "/auth/sendotp" ? sent() : undefined));
  submit({ Email: email }, "Send code");
  await screen.findByRole("heading", { name: "Verify your email" });
  const said = screen.getByRole("status").textContent;
  expect(said).toBe("We've sent an email to this address");
});

const session = {
  jwt: "a.b.c",
  userId: 7,
  id: 7,
  userRole: "ROLE_CUSTOMER",
  name: "Odd Stranger",
  email,
  message: "Account created",
};

test.each([
  ["/register?from=%2Ftruck%2F5%23bid", "/truck/5#bid"],
  ["/register", "/dashboard"],
  ["/register?from=%2F%2Fevil.example", "/dashboard"],
])("from %s, six digits submit themselves, and the new account is at %s", async (start, end) => {
  const sent: unknown[] = [];
  await openScreen(start, (path) => {
    if (path === "/auth/sendotp") return answer({ message: "Sent" });
    if (path === "/auth/verifyotp") return answer({ message: "Verified", verificationToken: "t" });
    return path === "/auth/signup" ? answer(session) : answer({}, 404);
  });
  const real = fetch;
  vi.stubGlobal("fetch", (url: string, init: { body: string }) => {
    if (url === "/auth/signup") sent.push(JSON.parse(init.body));
    return real(url, init);
  });
  submit({ Email: email }, "Send code");
  const code = await screen.findByLabelText("Code");
  await expect.poll(() => document.activeElement).toBe(code);
  fireEvent.change(code, { target: { value: "123456" } });
  await screen.findByLabelText("Name");
  submit({ Name: "Odd Stranger", Password: "a long road home 9" }, "Create account");
  await expect.poll(() => location.pathname + location.hash).toBe(end);
  expect(sent).toMatchObject([{ acceptedTerms: termsVersion }]);
});

test("a mistyped address can be changed, on the way to the same lot", async () => {
  await openScreen("/register?from=%2Ftruck%2F5", (path) =>
    path === "/auth/sendotp" ? answer({ message: "Sent" }) : undefined,
  );
  submit({ Email: email }, "Send code");
  fireEvent.click(await screen.findByRole("link", { name: "Change email address" }));
  const field = await screen.findByLabelText("Email");
  expect(field).toHaveProperty("value", email);
  expect(location.pathname + location.search).toBe("/register?from=%2Ftruck%2F5");
});
