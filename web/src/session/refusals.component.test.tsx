import { fireEvent, screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  alerts,
  answer,
  openScreen,
  setNetwork,
  submit,
  unreachable,
  type Network,
} from "../testing/open-screen.tsx";

/** Section 5 and 8: what a refused call says, and which refusals end the session. */
const address = () => location.pathname + location.search;

/** A watchlist that is refused with a 401, and how a new token is refused. */
const refused =
  (message: string, refresh: Response): Network =>
  (path) => {
    if (path === "/api/wishlist/1") return answer({ message }, 401);
    return path === "/auth/refresh-token" ? refresh : undefined;
  };

test.each([
  { body: {}, text: "Failed to refresh token" },
  { body: { message: "The keys were changed." }, text: "The keys were changed." },
])("a refused token exchange ends the session and says $text", async ({ body, text }) => {
  await openScreen("/watchlist", refused("Token expired", answer(body, 500)), "customer");
  await expect.poll(address).toBe("/login?expired=true");
  await expect.poll(alerts).toContain(text);
  expect(localStorage.getItem("jwt")).toBe(null);
});

test.each(["jwt malformed", "No token", "Session expired", "Unauthorized", "Invalid signature"])(
  "a 401 that says %j ends the session",
  async (message) => {
    await openScreen("/watchlist", refused(message, answer({ message }, 401)), "customer");
    await expect.poll(address).toBe("/login?expired=true");
    await expect.poll(alerts).toContain("Session expired. Please log in again.");
  },
);

test("another 401 doesn't end the session", async () => {
  await openScreen("/watchlist", refused("Not today", answer({}, 500)), "customer");
  await expect.poll(alerts).toContain("Not today");
  expect(address()).toBe("/watchlist");
  expect(localStorage.getItem("jwt")).not.toBe(null);
});

test("a proxy's error page is never shown", async () => {
  const html = "<html><h1>502 Bad Gateway</h1>";
  const headers = { "content-type": "text/html" };
  await openScreen("/login", (path) =>
    path === "/auth/login" ? new Response(html, { status: 502, headers }) : undefined,
  );
  submit({ Email: "someone@people.example", Password: "some pass phrase" }, "Sign in");
  await expect.poll(alerts).toBe("Login failed");
  setNetwork(unreachable);
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await expect.poll(alerts).toBe("Login failed. We can't reach our server. Check your connection.");
});

test("a watchlist in the specification's older form is shown, even with missing fields", async () => {
  const older = [
    { id: 1, vehicleName: "Mack Anthem", startingPrice: 9_500, odometer: 88_000, images: null },
    { id: 2, modelYear: 2020, manufacturer: "Kenworth", model: "T680", imageUrl: ["/share.jpg"] },
    { id: 3, name: null, price: null, mileage: null, location: null, lot: null },
  ];
  await openScreen(
    "/watchlist",
    (path) => (path === "/api/wishlist/1" ? answer(older) : undefined),
    "customer",
  );
  const units = await screen.findAllByRole("article");
  expect(units).toHaveLength(3);
  for (const [index, words] of [
    ["Mack Anthem", "88,000 mi", "$9,500"],
    ["2020 Kenworth T680", "N/A"],
    ["Unknown Vehicle", "N/A"],
  ].entries()) {
    for (const word of words) expect(units[index]?.textContent).toContain(word);
  }
  const pictures = units.map((unit) => unit.querySelector("img")?.getAttribute("src"));
  expect(pictures).toEqual(["/no-picture.svg", "/share.jpg", "/no-picture.svg"]);
});
