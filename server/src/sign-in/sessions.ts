import { msg } from "@gavelyard/messages/text";
import { createSecretKey, randomUUID, type KeyObject } from "node:crypto";
import { permissionsOf } from "@gavelyard/domain/users/permissions";
import { compactVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Context } from "../context.ts";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import { withTimeout } from "../db/with-timeout.ts";
import type { Db } from "../db/pool.ts";
import { act } from "../events/act.ts";
import { Refusal } from "../refusal.ts";
import type { Authenticate, SessionPrincipal } from "../http/access.ts";
import type { Device } from "../network/device.ts";
import { noteSignIn } from "./note-sign-in.ts";
import { SessionCache } from "./session-cache.ts";
import {
  insertSession,
  lockSessionsOf,
  markUsed,
  revokeSignIn,
  sessionByJti,
  sessionUse,
  unusedSuccessor,
  useForRefresh,
  type IssuedSession,
  type NewSession,
} from "./session-sql.ts";

const ALGORITHM = "HS256";
const ISSUER = "gavelyard";
const AUDIENCE = "gavelyard-api";
const MAX_CACHED_TOKENS = 50_000;
/** Maximum time that a cached session is trusted. */
const CACHE_MS = 30_000;
/** Timeout for reading a session. It is short so that a bidder whose lot closes soon can retry. */
const READ_TIMEOUT_MS = 1_200;

const claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  sub: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
  jti: z.uuid(),
});

type SessionsContext = Pick<Context, "pool" | "bus" | "settings" | "secrets">;

/**
 * Sessions of signed-in users (D5): signed tokens, each with a row that says whether and how long
 * it is valid. When its row or its user changes, a token stops working at once in the process that
 * made the change, and in others when its event arrives, some milliseconds later.
 */
export class Sessions {
  readonly #context: SessionsContext;
  readonly #key: KeyObject;
  readonly #cache = new SessionCache(MAX_CACHED_TOKENS);

  /** Tokens are signed with `JWT_SECRET` or a stored secret. */
  constructor(context: SessionsContext) {
    this.#context = context;
    const secret = context.settings.jwtSecret ?? context.secrets.get("jwt-secret");
    this.#key = createSecretKey(Buffer.from(secret, "utf8"));
    context.bus.listen({
      onEvent: (event) => {
        if (event.type === "access-changed" || event.type === "token-exchanged")
          this.#cache.dropUser(event.userId);
      },
      onGap: () => this.#cache.clear(),
    });
  }

  /**
   * Authenticates a bearer token. Expiry goes by the database's clock. Without a connection to the
   * event bus, every call reads its session from the database.
   * @throws Error if the database doesn't answer in time
   */
  readonly authenticate: Authenticate = async (token, unattended) => {
    const { bus, pool, settings } = this.#context;
    const cached = bus.connected ? this.#cache.find(token, performance.now()) : null;
    if (cached !== null) return cached;
    const verified = await this.#verify(token);
    if (verified === null) return "invalid";

    const mark = this.#cache.mark;
    const readAtMs = performance.now();
    const session = await withTimeout(
      sessionByJti(pool, verified.jti, settings.staffFactorFrom, unattended),
      READ_TIMEOUT_MS,
    );
    if (session === null || !session.stands || session.user_id !== verified.sub) return "invalid";
    if (session.expires_in_ms <= 0) return "expired";
    // If the database is read-only, the call continues; at worst the session ends early.
    if (session.use_is_due) await markUsed(pool, verified.jti, unattended).catch(() => {});
    const principal: SessionPrincipal = {
      userId: session.user_id,
      role: session.role,
      permissions: permissionsOf(session.role, session.withheld_permissions),
      jti: verified.jti,
      expiresAtMs: readAtMs + session.expires_in_ms,
      needsFactor: session.needs_factor,
    };
    const validUntilMs = Math.min(principal.expiresAtMs, readAtMs + CACHE_MS);
    // A person's next call must find that its use is due.
    if (!unattended || principal.role === "ROLE_CUSTOMER")
      this.#cache.keep(token, principal, validUntilMs, mark);
    return principal;
  };

  async issue(db: Db, userId: number, device: Device): Promise<string> {
    const family = randomUUID();
    await noteSignIn(db, { userId, family, device }, this.#context.settings);
    return this.#issue(db, {
      userId,
      family,
      startedAt: null,
      confirmedAt: null,
      lastUsedAt: null,
      device,
    });
  }

  /**
   * Exchanges a token for a new one, up to 7 days past its expiry. If it was exchanged before and
   * the new one has been used, two people have it, so all sessions of that sign-in end (D5).
   * @param unattended true if it isn't a use by a person, so that a staff session ends as if it
   *   were not refreshed (D41)
   * @throws Refusal 401
   */
  async refresh(token: string, device: Device, unattended: boolean): Promise<string> {
    const verified = await this.#verify(token);
    if (verified === null) throw new Refusal("token-invalid", msg("Invalid token"));
    const next = await act(this.#context, async (tx, record) => {
      await lockSessionsOf(tx, verified.sub);
      const exchanged = await this.#exchange(tx, verified.jti, device, unattended);
      if (exchanged !== null) {
        // Drops the cached old token, so that its new expiry in 10 seconds takes effect.
        record({ type: "token-exchanged", userId: verified.sub });
        return exchanged;
      }
      const refused = await sessionUse(tx, verified.jti);
      if (refused?.refreshed === true && !refused.revoked) {
        await revokeSignIn(tx, refused.user_id, refused.family);
        await recordSecurityEvent(tx, {
          kind: "TOKEN_REUSED",
          user: { id: refused.user_id },
          device,
        });
        record({ type: "access-changed", userId: refused.user_id });
      }
      return null;
    });
    if (next === null)
      throw new Refusal(
        "token-invalid",
        msg("This token can no longer be refreshed. Sign in again."),
      );
    return next;
  }

  /**
   * Ends all sessions of a token's sign-in, whether or not the token has expired. Ignores invalid
   * tokens.
   */
  async signOut(token: string): Promise<void> {
    const verified = await this.#verify(token);
    if (verified === null) return;
    await act(this.#context, async (tx, record) => {
      const session = await sessionUse(tx, verified.jti);
      if (session === null) return;
      // Revokes even if this session already is, since another one may be refreshed at this moment.
      await revokeSignIn(tx, session.user_id, session.family);
      record({ type: "access-changed", userId: session.user_id });
    });
  }

  /** Returns the token that succeeds a session's; null if none can. */
  async #exchange(
    tx: Db,
    jti: string,
    device: Device,
    unattended: boolean,
  ): Promise<string | null> {
    const used = await useForRefresh(tx, jti);
    if (used !== null) {
      return this.#issue(tx, {
        userId: used.user_id,
        family: used.family,
        startedAt: used.started_at,
        confirmedAt: used.confirmed_at,
        lastUsedAt: unattended ? used.last_used_at : null,
        device,
      });
    }
    const next = await unusedSuccessor(tx, jti);
    if (next === null) return null;
    return next.expired ? this.#exchange(tx, next.jti, device, unattended) : this.#sign(next);
  }

  async #issue(
    db: Db,
    session: Omit<NewSession, "jti" | keyof Device> & { readonly device: Device },
  ): Promise<string> {
    const jti = randomUUID();
    const { device, ...rest } = session;
    const row = await insertSession(db, { jti, ...rest, ...device });
    return this.#sign({ jti, user_id: session.userId, ...row });
  }

  /** Deterministic: a session always gets the same token. */
  #sign(session: Omit<IssuedSession, "expired">): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(String(session.user_id))
      .setJti(session.jti)
      .setIssuedAt(session.issued_at)
      .setExpirationTime(session.expires_at)
      .sign(this.#key);
  }

  /** Returns the claims of a token that we signed, even an expired one; null for any other. */
  async #verify(token: string): Promise<z.infer<typeof claims> | null> {
    try {
      const { payload } = await compactVerify(token, this.#key, { algorithms: [ALGORITHM] });
      const parsed = claims.safeParse(JSON.parse(new TextDecoder().decode(payload)));
      return parsed.success ? parsed.data : null;
    } catch {
      // An invalid token is a normal result, not an error.
      return null;
    }
  }
}
