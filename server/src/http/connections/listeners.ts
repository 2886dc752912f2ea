import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** Where to listen; port 0 means any free port. */
export interface Address {
  readonly port: number;
  readonly host: string;
}

export interface Listeners {
  /** Stops accepting connections. Resolves once all its connections have closed. */
  close(): Promise<void>;
}

interface Options extends Address {
  /** Whether other sockets may listen on the same port. */
  readonly reusePort: boolean;
}

/**
 * Number of listeners. Each accepts one connection per turn of the event loop, so with a single one
 * a crowd, with bidders in it, waits seconds for a busy process (docs/decisions/0013).
 */
const LISTENERS = 16;

/**
 * Opens several listeners for a server where the system can share a port (Linux, BSD). `listen`
 * opens the first one.
 * @throws Error with code EADDRINUSE if another server has the port
 */
export async function openListeners(
  http: Server,
  { port, host }: Address,
  listen: (options: Options) => Promise<unknown>,
): Promise<Listeners> {
  // Servers that share their ports would silently share this one too.
  if (port !== 0) await tryToListen({ port, host, reusePort: false });
  const reusePort = await canShare(host);
  await listen({ port, host, reusePort });
  const opened = http.address();
  if (!reusePort || opened === null || typeof opened === "string") {
    return { close: async () => {} };
  }
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS - 1 }, () =>
      openListener({ port: opened.port, host, reusePort }, (socket) =>
        http.emit("connection", socket),
      ),
    ),
  );
  return {
    close: async () => {
      await Promise.all(listeners.map(close));
    },
  };
}

async function canShare(host: string): Promise<boolean> {
  try {
    await tryToListen({ port: 0, host, reusePort: true });
    return true;
  } catch {
    return false;
  }
}

async function tryToListen(options: Options): Promise<void> {
  await close(await openListener(options, (socket) => socket.destroy()));
}

/** Opens a listener with the socket options of an HTTP server. */
async function openListener(
  options: Options,
  onConnection: (socket: Socket) => void,
): Promise<Server> {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, onConnection);
  listener.listen(options);
  await once(listener, "listening");
  return listener;
}

async function close(listener: Server): Promise<void> {
  const closed = once(listener, "close");
  listener.close();
  await closed;
}
