import type { Call } from "@gavelyard/client/call";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useEffect, useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { readSession } from "../../session/session.ts";
import { YardQueue, type FoundUnit, type YardNetwork } from "./yard-queue.ts";
import { openYardStore } from "./yard-store.ts";

/** Units that a text finds; drafts and published ones. */
export async function findUnits(call: Call, text: string): Promise<FoundUnit[]> {
  const { content } = await call("searchUnits", { body: { q: text, size: 6, sort: "NEWEST" } });
  return content.map(({ id, stockNumber, name }) => ({ id, stockNumber, name }));
}

const networkOf = (call: Call): YardNetwork => ({
  send: ({ key, kind, fileName, bytes, type }, unitId, onProgress) => {
    const form = new FormData();
    form.set("kind", kind);
    form.set("picture", new File([bytes], fileName, { type }));
    return call("addYardPicture", { params: { id: String(unitId), key }, form, onProgress });
  },
  find: (text) => findUnits(call, text),
  isOnline: () => navigator.onLine,
  pause: (ms) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        window.removeEventListener("online", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      window.addEventListener("online", end);
    }),
});

/** The queue of a user; it goes on while they look at other pages. */
let opened: { readonly userId: number; readonly queue: Promise<YardQueue> } | null = null;

function queueOf(call: Call): Promise<YardQueue> {
  const { userId = 0, name = "" } = readSession() ?? {};
  if (opened?.userId !== userId) {
    const queue = openYardStore().then(async (store) => {
      const made = new YardQueue(store, networkOf(call), { userId, name });
      await made.load();
      return made;
    });
    opened = { userId, queue };
  }
  return opened.queue;
}

/** Uploads what waits. Only one tab does at a time. */
export const runQueue = (queue: YardQueue): void =>
  unawaited(
    navigator.locks === undefined
      ? queue.run()
      : navigator.locks.request("yard-pictures", () => queue.run()),
  );

/** Returns the queue of the signed-in user; null until it's read, "none" where nothing can be kept. */
export function useYardQueue(): YardQueue | "none" | null {
  const call = useCall();
  const [queue, setQueue] = useState<YardQueue | "none" | null>(null);
  useEffect(() => {
    let isOver = false;
    unawaited(
      queueOf(call)
        .catch(() => "none" as const)
        .then((made) => {
          if (!isOver) setQueue(made);
        }),
    );
    return () => {
      isOver = true;
    };
  }, [call]);
  useEffect(() => {
    if (queue === null || queue === "none") return undefined;
    const run = () => runQueue(queue);
    run();
    window.addEventListener("online", run);
    return () => window.removeEventListener("online", run);
  }, [queue]);
  return queue;
}
