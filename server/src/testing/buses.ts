import { connect } from "node:net";

/** An event carrier to test against. */
export interface TestBus {
  readonly name: string;
  /** Its `BUS_URL`; null for PostgreSQL. */
  readonly url: string | null;
  readonly answers: boolean;
}

async function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 1_000 });
    const say = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on("connect", say(true)).on("error", say(false)).on("timeout", say(false));
  });
}

/**
 * Returns PostgreSQL, Redis and NATS. The last two are at `TEST_REDIS_URL` and `TEST_NATS_URL`, by
 * default on this machine.
 */
export async function testBuses(): Promise<readonly TestBus[]> {
  const redis = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";
  const nats = process.env["TEST_NATS_URL"] ?? "nats://127.0.0.1:4222";
  return [
    { name: "PostgreSQL", url: null, answers: true },
    { name: "Redis", url: redis, answers: await answers(redis) },
    { name: "NATS", url: nats, answers: await answers(nats) },
  ];
}
