import { expect, test } from "vitest";
import { phoneWords } from "./phone-link.tsx";

test.each([
  ["+18065550143", "+1 (806) 555-0143"],
  ["8065550143", "(806) 555-0143"],
  ["+1 (806) 555-0143", "+1 (806) 555-0143"],
  ["+525512345678", "+525512345678"],
  ["5550143", "5550143"],
])("%s reads %s", (phone, words) => {
  expect(phoneWords(phone)).toBe(words);
});
