import { fireEvent, screen } from "@testing-library/dom";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { ConfirmButton } from "./confirm-button.tsx";

test("a question takes the keyboard, on the button that changes nothing", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  onTestFinished(() => {
    act(() => root.unmount());
    place.remove();
  });
  act(() =>
    root.render(
      <ConfirmButton
        label="Withdraw"
        title="Withdraw it?"
        confirmLabel="Withdraw"
        onConfirm={() => {}}
      >
        Buyers no longer see it.
      </ConfirmButton>,
    ),
  );
  fireEvent.click(screen.getByRole("button", { name: "Withdraw" }));
  const back = await screen.findByRole("button", { name: "Back" });
  expect(document.activeElement).toBe(back);
});
