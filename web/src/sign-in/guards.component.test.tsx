import { fireEvent, screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { answer, openScreen } from "../testing/open-screen.tsx";

/** Section 2: the auth screens are for guests only. */
const signedInElsewhere = {
  jwt: "a.b.c",
  userId: "1",
  userRole: "ROLE_CUSTOMER",
  userName: "Marisol Vega",
  userEmail: "customer@x.example",
};

test("an auth screen leads away once another tab has signed in", async () => {
  await openScreen("/login", () => answer({}, 404));
  await screen.findByRole("heading", { name: "Sign in" });
  for (const [key, value] of Object.entries(signedInElsewhere)) {
    localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent("storage", { key }));
  }
  await expect.poll(() => location.pathname).toBe("/");
});

test("a link between auth screens leads away, too, if nobody told this tab", async () => {
  await openScreen("/login", () => answer({}, 404));
  const link = await screen.findByRole("link", { name: "Create account" });
  for (const [key, value] of Object.entries(signedInElsewhere)) localStorage.setItem(key, value);
  fireEvent.click(link);
  await expect.poll(() => location.pathname).toBe("/");
});
