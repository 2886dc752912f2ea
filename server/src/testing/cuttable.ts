import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to a server that can drop its connections, like a phone in a tunnel. */
export interface CuttableProxy {
  /** Without a trailing slash. */
  readonly url: string;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Opens a proxy to a server. Its URL is the target's, except for host and port. */
export async function openProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((near) => {
    if (!isOpen) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  const near = new URL(target);
  near.host = `127.0.0.1:${address.port}`;
  const cut = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: near.href.replace(/\/$/, ""),
    cut,
    restore: () => (isOpen = true),
    close: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
