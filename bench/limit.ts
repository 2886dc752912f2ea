import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { z } from "zod";
import type { LimitOrder } from "./limit-server.ts";

/** A bare server in a child process. */
export interface Limit {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startLimit(order: LimitOrder): Promise<Limit> {
  const child = fork(path.join(import.meta.dirname, "limit-server.ts"));
  child.send(order);
  const [url] = z.tuple([z.url()]).parse((await once(child, "message")).slice(0, 1));
  return {
    url,
    stop: async () => {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}
