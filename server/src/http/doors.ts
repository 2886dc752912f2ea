import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Where to listen; port 0 is any that is free. */
export interface Address {
  readonly port: number;
  readonly host: string;
}

/** The further listeners of a server. */
export interface Doors {
  /** Lets nobody in from now on; ends once those who came in have left. */
  close(): Promise<void>;
}

/**
 * Connections are let in one for each listener and turn of the event loop, so with a single one a crowd
 * waits for seconds at the door of a busy process, bidders in it too.
 */
const LISTENERS = 16;

/**
 * Lets a server listen on an address by several listeners, where the system can share one (Linux, BSD).
 * `listen` opens the first of them.
 * @throws Error with code EADDRINUSE when another server has the port
 */
export async function openDoors(
  http: Server,
  { port, host }: Address,
  listen: (options: Address & { readonly reusePort: boolean }) => Promise<unknown>,
): Promise<Doors> {
  // Servers that share their ports would share this one too, without a word.
  if (port !== 0) await close(await openDoor({ port, host, reusePort: false }));
  const shares = await canShare(host);
  await listen({ port, host, reusePort: shares });
  const opened = http.address();
  if (!shares || opened === null || typeof opened === "string") return { close: async () => {} };
  const doors = await Promise.all(
    Array.from({ length: LISTENERS - 1 }, () =>
      openDoor({ port: opened.port, host, reusePort: true }),
    ),
  );
  for (const door of doors) {
    door.on("connection", (socket) => http.emit("connection", socket));
  }
  return {
    close: async () => {
      await Promise.all(doors.map(close));
    },
  };
}

async function canShare(host: string): Promise<boolean> {
  try {
    await close(await openDoor({ port: 0, host, reusePort: true }));
    return true;
  } catch {
    return false;
  }
}

/** A listener whose connections are as those of an HTTP server. */
async function openDoor(address: Address & { readonly reusePort: boolean }): Promise<Server> {
  const door = createServer({ allowHalfOpen: true, noDelay: true });
  door.listen(address);
  await once(door, "listening");
  return door;
}

async function close(door: Server): Promise<void> {
  const closed = once(door, "close");
  door.close();
  await closed;
}
