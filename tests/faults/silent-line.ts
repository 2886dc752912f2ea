import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy that can silently drop traffic, like a dead router: connections stay open without errors.
 */
export interface SilentLine {
  readonly port: number;
  /** Client connections, also while the proxy is silent. */
  readonly open: number;
  setSilent(silent: boolean): void;
  close(): Promise<void>;
}

/** Opens a proxy to a local port. */
export async function openSilentLine(target: number): Promise<SilentLine> {
  const open = new Set<Socket>();
  const sockets = new Set<Socket>();
  let silent = false;
  /** Data and closes held back while the proxy is silent, in order. */
  const held: (() => void)[] = [];
  const pass = (act: () => void): void => {
    if (silent) held.push(act);
    else act();
  };
  const server = createServer((downstream) => {
    const upstream = connect(target, "127.0.0.1");
    open.add(downstream);
    downstream.on("close", () => open.delete(downstream));
    for (const [from, to] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => pass(() => to.write(bytes)));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        pass(() => to.destroy());
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the line has no port");
  return {
    port: address.port,
    get open() {
      return open.size;
    },
    setSilent: (next) => {
      silent = next;
      if (!silent) for (const act of held.splice(0)) act();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
