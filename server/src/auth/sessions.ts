import { createSecretKey, randomBytes, randomUUID, type KeyObject } from "node:crypto";
import { compactVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Context } from "../context.ts";
import { inTime } from "../db/in-time.ts";
import type { Db } from "../db/pool.ts";
import { act } from "../events/act.ts";
import { unauthorized } from "../http/errors.ts";
import type { Authenticate, Principal } from "../http/access.ts";
import type { Device } from "../http/device.ts";
import { SessionCache } from "./session-cache.ts";
import {
  insertSession,
  lockSessionsOf,
  markUsed,
  revokeSignIn,
  sessionByJti,
  sessionUse,
  useForRefresh,
  type NewSession,
} from "./session-sql.ts";
import { keptSecret } from "../db/kept-secret.ts";

const ALGORITHM = "HS256";
const ISSUER = "gavelyard";
const AUDIENCE = "gavelyard-api";
const CACHED_TOKENS = 50_000;
/** A session found good is read again after this time at the latest. */
const TRUSTED_MS = 30_000;
/** Then the caller is told to come back, such as a bidder whose lot closes soon. */
const READ_WITHIN_MS = 1_200;

const claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  sub: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
  jti: z.uuid(),
});

type SessionsContext = Pick<Context, "pool" | "bus">;

/**
 * The sessions of signed-in users (D5): signed tokens, each with a row that says whether it still
 * stands and until when. Tokens stop working at once when the row or its user changes.
 */
export class Sessions {
  readonly #context: SessionsContext;
  readonly #key: KeyObject;
  readonly #cache = new SessionCache(CACHED_TOKENS);

  constructor(context: SessionsContext, secret: string) {
    this.#context = context;
    this.#key = createSecretKey(Buffer.from(secret, "utf8"));
    context.bus.listen({
      onEvent: (event) => {
        if (event.type === "access-changed") this.#cache.dropUser(event.userId);
      },
      onGap: () => this.#cache.clear(),
    });
  }

  /**
   * Makes the sessions of a process. Without a secret among the settings one is generated on the
   * first start and kept in the database, so that all processes share it.
   */
  static async open(context: SessionsContext & Pick<Context, "settings">): Promise<Sessions> {
    const fresh = randomBytes(48).toString("base64url");
    const secret =
      context.settings.jwtSecret ?? (await keptSecret(context.pool, "jwt-secret", fresh));
    return new Sessions(context, secret);
  }

  /**
   * Judges a bearer token. Expiry is judged by the database's clock. While events of other
   * processes do not arrive, each call reads its session.
   * @throws Error when the database does not answer in time
   */
  readonly authenticate: Authenticate = async (token) => {
    const { bus, pool } = this.#context;
    const cached = bus.connected ? this.#cache.find(token, performance.now()) : null;
    if (cached !== null) return cached;
    const verified = await this.#verify(token);
    if (verified === null) return "invalid";

    const mark = this.#cache.mark;
    const readAtMs = performance.now();
    const session = await inTime(sessionByJti(pool, verified.jti), READ_WITHIN_MS);
    if (session === null || !session.stands || session.user_id !== verified.sub) return "invalid";
    if (session.expires_in_ms <= 0) return "expired";
    // Where nothing can be written, reading goes on; at worst the session ends early.
    if (session.use_is_due) await markUsed(pool, verified.jti).catch(() => {});
    const principal: Principal = {
      userId: session.user_id,
      role: session.role,
      jti: verified.jti,
      expiresAtMs: session.expires_at.getTime(),
    };
    const validUntilMs = readAtMs + Math.min(session.expires_in_ms, TRUSTED_MS);
    this.#cache.keep(token, principal, validUntilMs, mark);
    return principal;
  };

  /** Begins a session, within the caller's transaction, and answers its token. */
  async issue(db: Db, userId: number, device: Device): Promise<string> {
    return this.#issue(db, {
      userId,
      family: randomUUID(),
      startedAt: null,
      confirmedAt: null,
      device,
    });
  }

  /**
   * Exchanges a token for a new one: once, up to 7 days past its expiry. A token that was exchanged
   * before is in two hands, so all of its family end (D5).
   * @throws HttpError 401
   */
  async refresh(token: string, device: Device): Promise<string> {
    const verified = await this.#verify(token);
    if (verified === null) throw unauthorized("Invalid token");
    const next = await act(this.#context, async (tx, record) => {
      await lockSessionsOf(tx, verified.sub);
      const used = await useForRefresh(tx, verified.jti);
      if (used !== null) {
        return this.#issue(tx, {
          userId: used.user_id,
          family: used.family,
          startedAt: used.started_at,
          confirmedAt: used.confirmed_at,
          device,
        });
      }
      const refused = await sessionUse(tx, verified.jti);
      if (refused?.refreshed === true && !refused.revoked) {
        await revokeSignIn(tx, refused.user_id, refused.family);
        record({ type: "access-changed", userId: refused.user_id });
      }
      return null;
    });
    if (next === null) throw unauthorized("This token can no longer be refreshed. Sign in again.");
    // This process stops trusting the old token's reading, so that its last seconds count.
    this.#cache.dropUser(verified.sub);
    return next;
  }

  /** Ends the session of a genuine token, expired or not, with all that come from its sign-in. */
  async signOut(token: string): Promise<void> {
    const verified = await this.#verify(token);
    if (verified === null) return;
    await act(this.#context, async (tx, record) => {
      const session = await sessionUse(tx, verified.jti);
      if (session === null) return;
      // Seen as revoked or not, a session that is renewed at this moment must end too.
      await revokeSignIn(tx, session.user_id, session.family);
      record({ type: "access-changed", userId: session.user_id });
    });
  }

  async #issue(
    db: Db,
    session: Pick<NewSession, "userId" | "family" | "startedAt" | "confirmedAt"> & {
      readonly device: Device;
    },
  ): Promise<string> {
    const jti = randomUUID();
    const { device, ...rest } = session;
    const row = await insertSession(db, { jti, ...rest, ...device });
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(String(session.userId))
      .setJti(jti)
      .setIssuedAt(row.issued_at)
      .setExpirationTime(row.expires_at)
      .sign(this.#key);
  }

  /** The claims of a token that we signed, whatever its age; null for any other. */
  async #verify(token: string): Promise<z.infer<typeof claims> | null> {
    try {
      const { payload } = await compactVerify(token, this.#key, { algorithms: [ALGORITHM] });
      const parsed = claims.safeParse(JSON.parse(new TextDecoder().decode(payload)));
      return parsed.success ? parsed.data : null;
    } catch {
      // A string that is no token of ours is an answer, not a fault.
      return null;
    }
  }
}
