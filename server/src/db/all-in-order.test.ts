import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { allInOrder } from "./all-in-order.ts";

const later = async (ms: number, error: string) => {
  await sleep(ms);
  throw new Error(error);
};

test("the first of some statements that failed says why, though others fail sooner", async () => {
  const steps = [Promise.resolve(1), later(20, "the disk is full"), later(0, "gave up")] as const;
  await expect(allInOrder(steps)).rejects.toThrow("the disk is full");
});

test("what some statements answered is told in their order", async () => {
  const slow = sleep(10).then(() => "one");
  expect(await allInOrder([slow, Promise.resolve(2)])).toEqual(["one", 2]);
});
