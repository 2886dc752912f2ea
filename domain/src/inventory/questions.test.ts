import fc from "fast-check";
import { expect, test } from "vitest";
import {
  findPrivateData,
  MAX_WORDINGS,
  mayHide,
  questionStatuses,
  refuseAnswer,
  notifyAtMs,
  type PrivateData,
} from "./questions.ts";

test.each<[text: string, found: PrivateData | null]>([
  ["Does the PTO engage, and how many hours are on it?", null],
  ["Is it the 6.7 L or the 5.9L engine? ECM says 412,380 mi.", null],
  ["The VIN 1XPBD49X9KD412380 decodes as a 2019, is that right?", null],
  ["Would you take $12,250.00 today? Bids stand at 11,000 to 12,000", null],
  ["Tires 295/75R22.5, tread 14/32 all around? 8 @ 50% or more?", null],
  ["Built between 2015-2019? Engine family 79812345, 500-1000 hours?", null],
  ["Stock 2019 412 380, or 2019 412380?", null],
  ["Serial number 0123456789 on the plate", null],
  ["Is it at the yard? Sold at auction before? Smith & Co. had one", null],
  ["Any dots on the paint. Come see it? Ready.Now", null],
  ["Does it have a .net cargo barrier", null],
  ["Part 1234567890123, is it listed?", null],
  ["Pictures are at https://imgur.example/a", "LINK"],
  ["See www.truckpics.example for more", "LINK"],
  ["I posted it on truckpics.com/unit", "LINK"],
  ["Find us: truckpics dot com", "LINK"],
  ["Find us: truckpics (dot) com", "LINK"],
  ["Write to dana.reyes+bids@fleet.example please", "EMAIL"],
  ["Write to dana (at) fleet please", "EMAIL"],
  ["I'm @danareyes over there", "EMAIL"],
  ["Call me at 806-555-0100 thanks", "PHONE"],
  ["Call me at (806) 555-0100", "PHONE"],
  ["Call 1.806.555.0100 today", "PHONE"],
  ["Call 8065550100 today", "PHONE"],
  ["Call 806 5550100 today", "PHONE"],
  ["Call 8 0 6 5 5 5 0 1 0 0 today", "PHONE"],
  ["Call +49 30 901820 today", "PHONE"],
  ["Call ８０６-５５５-０１００ today", "PHONE"],
  ["Miles are 412380 806 555 0100", "PHONE"],
  ["My card is 4111 1111 1111 1111", "CARD"],
  ["My card is 4111111111111111", "CARD"],
  ["My card is 3782 822463 10005", "CARD"],
  ["It isn't 4111 1111 1111 1112", null],
])("%j has %s", (text, found) => {
  expect(findPrivateData(text)).toBe(found);
});

const word = fc.constantFrom(
  "Does",
  "the",
  "PTO",
  "work",
  "6.7",
  "412,380",
  "mi",
  "$12,250",
  "2019",
);
const words = fc.array(word, { maxLength: 6 }).map((all) => all.join(" "));
const digit = fc.integer({ min: 0, max: 9 }).map(String);
const phone = fc
  .tuple(
    fc.constantFrom("", "1 ", "+1 ", "1-"),
    fc.integer({ min: 2, max: 9 }),
    fc.tuple(digit, digit),
    fc.constantFrom("-", " ", ".", ") ", ""),
    fc.integer({ min: 2, max: 9 }),
    fc.tuple(digit, digit),
    fc.constantFrom("-", " ", ".", ""),
    fc.tuple(digit, digit, digit, digit),
  )
  .map((parts) => parts.flat().join(""));

test("finds any phone number between words, and never refuses words alone", () => {
  fc.assert(
    fc.property(words, phone, words, (before, number, after) => {
      expect(findPrivateData(`${before} call ${number} or ${after}`)).toBe("PHONE");
      expect(findPrivateData(`${before} and ${after}`)).toBeNull();
    }),
  );
});

test.each([
  [{ status: "OPEN", wordings: 0, onSale: true }, 0, null],
  [{ status: "OPEN", wordings: 0, onSale: false }, 0, "OVER"],
  [{ status: "ANSWERED", wordings: 1, onSale: true }, 0, "CHANGED"],
  [{ status: "ANSWERED", wordings: 1, onSale: true }, 1, null],
  [{ status: "ANSWERED", wordings: 1, onSale: false }, 1, "OVER"],
  [{ status: "ANSWERED", wordings: MAX_WORDINGS, onSale: true }, MAX_WORDINGS, "TOO_OFTEN"],
  [{ status: "HIDDEN", wordings: 1, onSale: true }, 1, "ENDED"],
  [{ status: "CLOSED", wordings: 0, onSale: true }, 0, "ENDED"],
] as const)("an answer to %j after seeing %i wordings: %s", (question, seen, refusal) => {
  expect(refuseAnswer(question, seen)).toBe(refusal);
});

test("an answer is accepted only after seeing every wording, and while the question is open", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...questionStatuses),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 12 }),
      fc.boolean(),
      (status, wordings, seen, onSale) => {
        if (refuseAnswer({ status, wordings, onSale }, seen) !== null) return;
        expect(mayHide({ status })).toBe(true);
        expect([seen, onSale]).toEqual([wordings, true]);
        expect(wordings).toBeLessThan(MAX_WORDINGS);
      },
    ),
  );
});

test("answers are sent together after five minutes, and at once near the close", () => {
  const minute = 60_000;
  expect(notifyAtMs(0, null)).toBe(5 * minute);
  expect(notifyAtMs(0, 60 * minute)).toBe(5 * minute);
  expect(notifyAtMs(0, 18 * minute)).toBe(3 * minute);
  expect(notifyAtMs(0, 10 * minute)).toBe(0);
  fc.assert(
    fc.property(fc.nat(), fc.option(fc.nat()), (first, closes) => {
      const at = notifyAtMs(first, closes);
      expect(at).toBeGreaterThanOrEqual(first);
      expect(at).toBeLessThanOrEqual(first + 5 * minute);
    }),
  );
});
