import type { AuditValues } from "@gavelyard/domain/audit/audit-fields";
import type { ProposalKind } from "@gavelyard/domain/proposals";
import type { FastifyRequest } from "fastify";
import type { Principal } from "./access.ts";
import { deviceOf } from "../network/device.ts";
import { idempotencyKey } from "./idempotency-key.ts";

/** What a second person saw and confirmed (D38). */
export interface Confirmed {
  readonly kind: ProposalKind;
  readonly subjectType: string;
  readonly subjectId: number;
  readonly after: AuditValues | null;
}

/** A caller with their IP address and idempotency key (D14, D31). */
export interface Actor {
  readonly userId: number;
  readonly ip: string | null;
  readonly key: string | null;
  /** Set when the action runs because a second person confirmed it. */
  readonly confirmed?: Confirmed;
}

/** @throws Refusal 400 for a malformed idempotency key */
export function actorOf(user: Principal, request: Pick<FastifyRequest, "ip" | "headers">): Actor {
  return { userId: user.userId, ip: deviceOf(request).ip, key: idempotencyKey(request) };
}
