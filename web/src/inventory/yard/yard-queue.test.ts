import { ApiError } from "@gavelyard/client/call";
import { expect, test } from "vitest";
import { YardQueue, type FoundUnit, type YardNetwork } from "./yard-queue.ts";
import type { YardPicture, YardStore, YardUnit } from "./yard-store.ts";

/** A device whose records outlive its queues, and a server that adds each key once. */
function yard() {
  const units = new Map<string, YardUnit>();
  const pictures = new Map<string, YardPicture>();
  const store: YardStore = {
    readAll: async () => ({ units: [...units.values()], pictures: [...pictures.values()] }),
    put: async (kind: "units" | "pictures", record: YardUnit | YardPicture) => {
      if ("bytes" in record) pictures.set(record.key, record);
      else if (kind === "units") units.set(record.key, record);
    },
    remove: async (kind, key) => {
      (kind === "units" ? units : pictures).delete(key);
    },
  };
  const added = new Map<string, number>();
  const faults: ((picture: YardPicture) => Error | null)[] = [];
  const known: FoundUnit[] = [{ id: 7, stockNumber: "GY-7", name: "2019 Ford F-150" }];
  let online = true;
  const network: YardNetwork = {
    isOnline: () => online,
    pause: async () => {},
    find: async () => known,
    send: async (picture, unitId, onProgress) => {
      onProgress(0.5);
      const fault = faults.shift()?.(picture) ?? null;
      // A lost answer: the server has the picture all the same.
      if (fault === null || fault.message === "lost") added.set(picture.key, unitId);
      if (fault !== null) throw fault;
    },
  };
  const open = async () => {
    const queue = new YardQueue(store, network, { userId: 1, name: "Dana" });
    await queue.load();
    return queue;
  };
  return { open, added, faults, known, pictures, setOnline: (now: boolean) => (online = now) };
}

const photo = (text: string) => new File([text], `${text}.jpg`, { type: "image/jpeg" });

async function withPictures(here: ReturnType<typeof yard>, label: string, names: string[]) {
  const queue = await here.open();
  await queue.addUnit(label, null);
  const [unit] = queue.read().units;
  const faults = await queue.addPictures(unit?.key ?? "", names.map(photo), "EXTERIOR");
  expect(faults).toEqual([]);
  return { queue, key: unit?.key ?? "" };
}

test("pictures taken offline stay on the device and upload once it is online, also after a reload", async () => {
  const here = yard();
  here.setOnline(false);
  const { queue } = await withPictures(here, "gy7", ["a", "b", "a"]);
  await queue.run();
  expect(here.added.size).toBe(0);
  expect(queue.read().pictures).toHaveLength(2);
  here.setOnline(true);
  const reloaded = await here.open();
  await reloaded.run();
  expect([...here.added.values()]).toEqual([7, 7]);
  expect(reloaded.read()).toMatchObject({
    pictures: [],
    sending: null,
    units: [{ unitId: 7, label: "GY-7", name: "2019 Ford F-150" }],
  });
});

test("a lost answer and a busy server are tried again, with the same key", async () => {
  const here = yard();
  const { queue, key } = await withPictures(here, "GY-7", ["a", "b"]);
  here.faults.push(
    () => new ApiError(0, "lost"),
    () => new ApiError(503, "busy"),
    () => new TypeError("network"),
  );
  await Promise.all([queue.run(), queue.run()]);
  expect(here.added.size).toBe(2);
  expect(queue.read().pictures).toEqual([]);
  expect(queue.read().sent.get(key)).toBe(2);
});

test("a refusal stays with its words beside the picture, and the others go on", async () => {
  const here = yard();
  const { queue, key } = await withPictures(here, "GY-7", ["a", "b"]);
  here.faults.push(() => new ApiError(409, "A unit can have up to 60 pictures."));
  await queue.run();
  expect(here.added.size).toBe(1);
  expect(queue.read().pictures).toMatchObject([{ fault: "A unit can have up to 60 pictures." }]);
  await queue.removeUnit(key);
  expect(queue.read().units).toHaveLength(1);
  await queue.retry(key);
  await queue.run();
  expect(queue.read().pictures).toEqual([]);
});

test("a number that finds no single unit asks for the unit", async () => {
  const here = yard();
  here.known.push({ id: 8, stockNumber: "GY-8", name: "2020 Ford Edge" });
  const { queue, key } = await withPictures(here, "ford", ["a"]);
  await queue.run();
  expect(queue.read().pictures).toMatchObject([{ fault: expect.stringContaining("Choose") }]);
  await queue.retry(key, here.known[1] ?? null);
  await queue.run();
  expect([...here.added.values()]).toEqual([8]);
});

test("the end of a session leaves the pictures on the device", async () => {
  const here = yard();
  const { queue } = await withPictures(here, "GY-7", ["a"]);
  here.faults.push(() => new ApiError(401, "Session expired."));
  await queue.run();
  expect(queue.read().pictures).toMatchObject([{ fault: null }]);
});
