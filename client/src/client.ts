import type { Session } from "@gavelyard/contract/sign-in/sign-in";
import type { LotMessage } from "@gavelyard/contract/realtime";
import {
  ApiError,
  createCall,
  isTokenExpired,
  withRoute,
  type Call,
  type CallInput,
  type FileName,
} from "./call.ts";
import { Live, type ConnectionState } from "./live.ts";
import { receiveFile, sendBy, type Fetch, type ReceivedFile } from "./network.ts";
import { retryLater } from "./retry-later.ts";

export { ApiError };

export interface ClientOptions {
  /** Address of the site, such as `https://auctions.example`. */
  readonly url: string;
  /** Replaces signing in, within the key's scopes (D50). */
  readonly apiKey?: string;
  readonly fetch?: Fetch;
  /** Called when the state of the live connection changes. */
  readonly onState?: (state: ConnectionState) => void;
  /** Called with problems of the live connection, which reconnects by itself. */
  readonly onProblem?: (message: string) => void;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Returns a code of the authenticator app, or a recovery code, if the account needs one. */
  readonly code?: () => string | Promise<string>;
}

export type SignedIn = Pick<Session, "userId" | "userRole" | "name" | "email">;

/** A connection to one marketplace, as a visitor, as a user or by an API key. */
export interface Client {
  /**
   * Makes a call of the contract. Reads wait and repeat while the server is busy.
   * @throws ApiError when the server refuses, or with status 0 when it can't be reached
   */
  readonly call: Call;
  /** Makes a call that returns a file. */
  readonly download: <N extends FileName>(name: N, input?: CallInput<N>) => Promise<ReceivedFile>;
  readonly signIn: (by: SignIn) => Promise<SignedIn>;
  readonly signOut: () => Promise<void>;
  /**
   * Follows a lot: its state first, then each row of its history once and in order. Missing rows
   * are requested again. Returns a function that stops.
   */
  readonly followLot: (inventoryId: number, handler: (message: LotMessage) => void) => () => void;
  /** More to follow: the signed-in user's events, auctions and control rooms. */
  readonly live: Live;
  /** Closes the live connection, so that the program can end. */
  readonly close: () => void;
}

export function createClient(options: ClientOptions): Client {
  const { apiKey, onState, onProblem } = options;
  const { origin } = new URL(options.url);
  const fetchIt: Fetch = (path, init) => (options.fetch ?? fetch)(origin + path, init);
  let jwt: string | null = null;
  let refreshing: Promise<boolean> | null = null;
  const token = () => apiKey ?? jwt;
  const plainCall = createCall(sendBy(fetchIt), token);

  /** Refreshes the token, once for all calls that found it expired. Returns whether it worked. */
  const refresh = () => (refreshing ??= exchange().finally(() => (refreshing = null)));

  async function exchange(): Promise<boolean> {
    const old = jwt;
    if (old === null) return false;
    const next = await plainCall("refreshToken", { body: { token: old } }).catch(
      (error: unknown) => {
        // Refused: the session is over. Unreachable or busy: it may still be valid.
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      },
    );
    // A sign-in or sign-out came first.
    if (jwt !== old) return jwt !== null;
    jwt = next?.jwt ?? null;
    return jwt !== null;
  }

  /** Runs a call, and once more if its token had expired. */
  async function withFreshToken<T>(work: () => Promise<T>): Promise<T> {
    await refreshing;
    const used = jwt;
    try {
      return await work();
    } catch (error) {
      const isExpired = error instanceof ApiError && isTokenExpired(error);
      if (!isExpired || used === null) throw error;
      if (jwt === used ? await refresh() : jwt !== null) return work();
      throw error;
    }
  }

  const live = new Live({
    url: `${origin}/ws-bid`,
    // The live connection takes no keys; lots and auctions are open to everyone.
    token: () => jwt,
    refresh,
    onProblem,
    onState,
    keepTrying: true,
  });

  return {
    call: (name, input) =>
      withRoute(name, ({ method }) => {
        const once = () => withFreshToken(() => plainCall(name, input));
        return method === "GET" ? retryLater(once) : once();
      }),
    download: (name, input = {}) =>
      withFreshToken(() => receiveFile(fetchIt, name, input, token())),
    signIn: async ({ email, password, code }) => {
      let answer = await plainCall("login", { body: { email, password } });
      if ("secondStep" in answer) {
        if (code === undefined) throw new ApiError(401, answer.message);
        const { challenge } = answer.secondStep;
        answer = await plainCall("signInByFactor", { body: { challenge, code: await code() } });
      }
      jwt = answer.jwt;
      live.sessionChanged();
      const { userId, userRole, name } = answer;
      return { userId, userRole, name, email: answer.email };
    },
    signOut: async () => {
      const ended = jwt === null ? null : plainCall("logout");
      jwt = null;
      live.sessionChanged();
      await ended;
    },
    followLot: (inventoryId, handler) => live.subscribeLot(inventoryId, handler),
    live,
    close: () => live.close(),
  };
}
