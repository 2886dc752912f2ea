import { unawaited } from "../domain/src/unawaited.ts";
import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { openWatcher, stompGreeting, type Watcher } from "./watchers.ts";

/** Watchers in a child process, `watchers` on each topic. */
export interface CrowdOrder {
  readonly url: string;
  readonly topics: readonly string[];
  readonly watchers: number;
}

/** A child process with watchers. */
export interface Crowd {
  /** Returns the messages received so far. */
  heard(): Promise<number>;
  leave(): Promise<void>;
}

const heardSchema = z.object({ heard: z.int() });

/** Connects a crowd to a server. Resolves when all have subscribed. */
export async function gather(order: CrowdOrder): Promise<Crowd> {
  const child = fork(import.meta.filename, ["crowd"]);
  const asked = async (message: object) => {
    child.send(message);
    return heardSchema.parse((await once(child, "message"))[0]).heard;
  };
  await asked(order);
  return {
    heard: () => asked({}),
    leave: async () => {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

async function listen({ url, topics, watchers }: CrowdOrder): Promise<() => number> {
  const all: Watcher[] = [];
  for (let opened = 0; opened < watchers; opened += 1) {
    const topic = topics[opened % topics.length] ?? "";
    all.push(await openWatcher(url, stompGreeting(topic), () => {}));
  }
  return () => all.reduce((sum, { messages }) => sum + messages, 0);
}

if (process.argv[2] === "crowd") {
  let heard: (() => number) | null = null;
  process.on("message", (order: CrowdOrder) => {
    unawaited(
      (async () => {
        heard ??= await listen(order);
        process.send?.({ heard: heard() });
      })(),
    );
  });
  process.on("disconnect", () => process.exit(0));
}
