import { fireEvent, screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { answer, openScreen } from "../../testing/open-screen.tsx";

const found = {
  content: [],
  number: 0,
  totalPages: 0,
  totalElements: 0,
  facets: {
    manufacturer: [
      { value: "Chevrolet", count: 1 },
      { value: "Ford", count: 3 },
    ],
  },
};

test("a make in the address is checked in the filter, however it is spelled", async () => {
  await openScreen("/vehicles?manufacturer=FORD&manufacturer=ford&manufacturer=chevy", (path) =>
    path === "/inventories/filter" ? answer(found) : undefined,
  );
  const ford = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Ford/ });
  const chevrolet = screen.getByRole<HTMLInputElement>("checkbox", { name: /^Chevrolet/ });
  expect([ford.checked, chevrolet.checked]).toEqual([true, true]);
  screen.getByText("2 selected");
  fireEvent.click(ford);
  await expect.poll(() => location.search).toBe("?manufacturer=Chevrolet");
  await expect.poll(() => [ford.checked, chevrolet.checked]).toEqual([false, true]);
});
