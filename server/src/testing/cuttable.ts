import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to a server that can drop its connections, as a phone loses its signal in a tunnel. */
export interface Line {
  /** Without a trailing slash. */
  readonly url: string;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Opens a proxy to a server. Its URL is the target's, but for host and port. */
export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
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
  if (address === null || typeof address === "string") throw new Error("the line has no port");
  const near = new URL(target);
  near.host = `127.0.0.1:${address.port}`;
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: near.href.replace(/\/$/, ""),
    cut,
    mend: () => (whole = true),
    close: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
