import { expect, test } from "vitest";
import { ReadTogether } from "./read-together.ts";

/** A table that takes its time, and tells what it was asked. */
function slowTable() {
  const asked: (readonly number[])[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const read = async (keys: readonly number[]) => {
    asked.push(keys);
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve, 20));
    atOnce -= 1;
    if (keys.includes(13)) throw new Error("13 cannot be read");
    return new Map(keys.filter((key) => key < 100).map((key) => [key, `row ${key}`]));
  };
  return { read, asked, mostAtOnce: () => mostAtOnce };
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("answers each with its own, in few statements", async () => {
  const { read, asked, mostAtOnce } = slowTable();
  const together = new ReadTogether(read);
  const answers: Promise<string | undefined>[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (let key = 0; key < 5; key += 1) answers.push(together.get(key + (round % 2) * 98));
    await new Promise(setImmediate);
  }
  const expected = Array.from({ length: 50 }, (_, index) => {
    const key = (index % 5) + (Math.floor(index / 5) % 2) * 98;
    return key < 100 ? `row ${key}` : undefined;
  });
  expect(await Promise.all(answers)).toEqual(expected);
  expect(asked.length).toBeLessThan(6);
  expect(mostAtOnce()).toBeLessThanOrEqual(2);
  for (const keys of asked) expect(new Set(keys).size).toBe(keys.length);
});

test("never answers with what was read before the question", async () => {
  let version = 0;
  const together = new ReadTogether(async (keys: readonly number[]) => {
    const seen = version;
    await later(10);
    return new Map(keys.map((key) => [key, seen]));
  });
  const first = together.get(1);
  await later(3);
  version = 1;
  expect(await together.get(1)).toBe(1);
  expect(await first).toBe(0);
});

test("tells of a failure those who asked, and goes on", async () => {
  const { read } = slowTable();
  const together = new ReadTogether(read);
  await expect(together.get(13)).rejects.toThrow("13 cannot be read");
  expect(await together.get(7)).toBe("row 7");
});
