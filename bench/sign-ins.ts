import { hashSecret } from "../server/src/sign-in/password-hash.ts";
import { startProduct } from "../tests/product.ts";
import { startLoad } from "./load-apart.ts";
import { BIDS_A_SECOND } from "./load.ts";
import { judge, say, shown } from "./report.ts";
import { makeBidders, makeLots, openYard } from "./yard.ts";

const WARM_SEC = 3;
const SECONDS = 8;
const SIGN_INS = 100;
const PASSWORD = "a gate with two locks";
const emailOf = (person: number | string) => `person-${person}@bench.example`;

/** Measures repeated bursts of 100 sign-ins during a steady stream of bids. */
export async function signIns(): Promise<boolean> {
  const yard = await openYard();
  try {
    const bidders = await makeBidders(yard, 16);
    const lots = await makeLots(yard.pool, 1);
    await yard.pool.query(
      `INSERT INTO users (email, name, password_hash, role, email_verified_at)
        SELECT replace($1, '#', n::text), 'Person', $2, 'ROLE_CUSTOMER', clock_ms() FROM generate_series(1, $3::int) n`,
      [emailOf("#"), await hashSecret(PASSWORD), SIGN_INS],
    );
    const product = await startProduct(yard.env);
    // In a child process, so that the sign-ins' client doesn't delay them.
    const bids = startLoad([
      {
        url: product.url,
        clients: 16,
        rate: BIDS_A_SECOND,
        requests: { kind: "bids", lots, bidders },
      },
    ]);
    try {
      await bids.run(WARM_SEC);
      const alone = await bids.run(SECONDS);
      const crowd = new AbortController();
      let signedIn = 0;
      const people = Array.from({ length: SIGN_INS }, async (_, person) => {
        while (!crowd.signal.aborted) {
          const reply = await fetch(`${product.url}/auth/login`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ email: emailOf(person + 1), password: PASSWORD }),
          });
          await reply.arrayBuffer();
          if (reply.status === 200) signedIn += 1;
        }
      });
      await bids.run(WARM_SEC);
      signedIn = 0;
      const beside = await bids.run(SECONDS);
      crowd.abort();
      await Promise.all(people);
      say(`bids alone: p50 ${alone.p50} ms, p99 ${alone.p99} ms`);
      say(
        `during ${shown(signedIn / SECONDS)} sign-ins a second, ${SIGN_INS} at once: p50 ${beside.p50} ms, p99 ${beside.p99} ms`,
      );
      return judge([
        {
          what: "p99 of bids during a hundred sign-ins",
          actual: beside.p99,
          target: 50,
          sense: "at most",
          unit: " ms",
        },
        {
          what: "bids accepted during them, of all sent",
          actual: (100 * beside.acceptedPerSec) / BIDS_A_SECOND,
          target: 95,
          sense: "at least",
          unit: " %",
        },
        { what: "faults", actual: beside.faults, target: 0, sense: "at most", unit: "" },
      ]);
    } finally {
      await bids.stop();
      await product.stop();
    }
  } finally {
    await yard.close();
  }
}
