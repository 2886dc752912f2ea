import { Client, type ClientConfig } from "pg";
import "./number-types.ts";

/**
 * A connection. When it is lost, its next statement fails; without a listener for errors it would end
 * the process.
 */
export class DatabaseClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on("error", () => {});
  }
}

/** Connects for some work, and disconnects after it. */
export async function withClient<T>(
  config: string | ClientConfig,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient(config);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
