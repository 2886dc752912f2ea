import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { forgetTries } from "../db/rate-windows.ts";
import { bucketOf, limitByTarget, networkOf, type CountedTry } from "../http/limits/rate-limits.ts";
import { authLimits, type GuessLimits } from "./limits.ts";
import { knowsNetwork, type AccountName } from "./sql.ts";

/**
 * Counts a guess at a secret of an account by the guesser's network.
 * @throws Refusal 429 over a limit
 */
export async function limitGuesses(
  { pool }: Pick<Context, "pool">,
  limits: GuessLimits,
  account: AccountName,
  ip: string | null,
): Promise<CountedTry> {
  const { requester, everyone } = targetsOf(account, ip);
  const isKnown = ip !== null && (await knowsNetwork(pool, account, networkOf(ip)));
  const counted = [
    await limitByTarget({ pool }, limits.ofNetwork, requester),
    await limitByTarget({ pool }, limits.ofNetworkInDay, requester),
    ...(isKnown ? [] : [await limitByTarget({ pool }, limits.ofStrangers, everyone)]),
  ];
  return {
    forgive: async () => {
      await Promise.all(counted.map(({ forgive }) => forgive()));
    },
  };
}

/**
 * Counts a sign-in that is about to start a session, since each is stored.
 * @throws Refusal 429 over the limit of the day
 */
export async function limitSignIns(
  { pool }: Pick<Context, "pool">,
  userId: number,
  ip: string | null,
): Promise<void> {
  await limitByTarget({ pool }, authLimits.signInsOfDay, targetsOf({ id: userId }, ip).requester);
}

/** Starts the counts again of a network whose user has proven to be the owner. */
export async function forgetGuesses(
  db: Db,
  limits: GuessLimits,
  account: AccountName,
  ip: string | null,
): Promise<void> {
  const { requester } = targetsOf(account, ip);
  await forgetTries(db, [
    bucketOf(limits.ofNetwork, requester),
    bucketOf(limits.ofNetworkInDay, requester),
  ]);
}

function targetsOf(account: AccountName, ip: string | null) {
  const everyone = "id" in account ? String(account.id) : account.email;
  return { everyone, requester: `${everyone} from ${networkOf(ip ?? "none")}` };
}
