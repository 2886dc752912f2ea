import { isOptional, type NotificationKind } from "@gavelyard/domain/users/notifications";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../db/secrets/secrets.ts";

/** Links that permanently stop one kind of email to one user, without a sign-in (D48). */
export class UnsubscribeLinks {
  readonly #secret: string;

  constructor(secrets: Secrets) {
    this.#secret = secrets.get("unsubscribe-secret");
  }

  pathFor(userId: number, kind: string): string {
    return `/unsubscribe?token=${userId}.${kind}.${this.#signature(userId, kind)}`;
  }

  /** Reads a link's token; null for one that we didn't sign. */
  read(token: string): { userId: number; kind: NotificationKind } | null {
    const [id = "", kind = "", signature = ""] = token.split(".");
    const userId = Number(id);
    if (!/^[1-9]\d{0,15}$/.test(id) || !isOptional(kind, "email")) return null;
    const given = Buffer.from(signature);
    const made = Buffer.from(this.#signature(userId, kind));
    return given.length === made.length && timingSafeEqual(given, made) ? { userId, kind } : null;
  }

  #signature(userId: number, kind: string): string {
    return createHmac("sha256", this.#secret).update(`${userId}.${kind}`).digest("base64url");
  }
}
