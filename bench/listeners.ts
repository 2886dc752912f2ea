import { unawaited } from "../domain/src/unawaited.ts";
import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { openWatcher, stompGreeting, type Watcher } from "./watchers.ts";

/** Watchers in a child process, `watchers` on each topic. */
export interface ListenersOrder {
  readonly url: string;
  readonly topics: readonly string[];
  readonly watchers: number;
}

export interface Listeners {
  received(): Promise<number>;
  leave(): Promise<void>;
}

const receivedSchema = z.object({ received: z.int() });

export async function gather(order: ListenersOrder): Promise<Listeners> {
  const child = fork(import.meta.filename, ["listeners"]);
  const send = async (message: object) => {
    child.send(message);
    return receivedSchema.parse((await once(child, "message"))[0]).received;
  };
  await send(order);
  return {
    received: () => send({}),
    leave: async () => {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

async function listen({ url, topics, watchers }: ListenersOrder): Promise<() => number> {
  const all: Watcher[] = [];
  for (let opened = 0; opened < watchers; opened += 1) {
    const topic = topics[opened % topics.length] ?? "";
    all.push(await openWatcher(url, stompGreeting(topic), () => {}));
  }
  return () => all.reduce((sum, { messages }) => sum + messages, 0);
}

if (process.argv[2] === "listeners") {
  let received: (() => number) | null = null;
  process.on("message", (order: ListenersOrder) => {
    unawaited(
      (async () => {
        received ??= await listen(order);
        process.send?.({ received: received() });
      })(),
    );
  });
  process.on("disconnect", () => process.exit(0));
}
