import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** Where to listen; port 0 is any that is free. */
export interface Address {
  readonly port: number;
  readonly host: string;
}

/** The further listeners of a server. */
export interface Listeners {
  /** Lets nobody in from now on; ends once those who came in have left. */
  close(): Promise<void>;
}

interface Options extends Address {
  /** Whether others may listen there too. */
  readonly reusePort: boolean;
}

/**
 * Connections are let in one for each listener and turn of the event loop, so with a single one a crowd
 * stands for seconds before a busy process, bidders in it too (docs/decisions/0013).
 */
const LISTENERS = 16;

/**
 * Lets a server listen on an address by several listeners, where the system can share one (Linux, BSD).
 * `listen` opens the first of them.
 * @throws Error with code EADDRINUSE when another server has the port
 */
export async function openListeners(
  http: Server,
  { port, host }: Address,
  listen: (options: Options) => Promise<unknown>,
): Promise<Listeners> {
  // Servers that share their ports would share this one too, without a word.
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

/** A listener whose connections behave like an HTTP server's. */
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
