import { msg } from "@gavelyard/messages/text";
import type { decideTaxCertificate } from "@gavelyard/contract/tax-certificates";
import type { AuditAction } from "@gavelyard/domain/audit/audit-actions";
import { isAccepted } from "@gavelyard/domain/sales/certificates";
import { fallbackZone } from "@gavelyard/domain/time-zone";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import { clockNow } from "../db/clock.ts";
import type { Actor } from "../http/actor.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { refuseSamePerson } from "../proposals/refuse-same-person.ts";
import { notFound, Refusal } from "../refusal.ts";
import { certificateById, certificatesOf, lockCertificate, setDecision } from "./sql.ts";

const actions = {
  ACCEPTED: "tax-certificate-accepted",
  REFUSED: "tax-certificate-rejected",
  REVOKED: "tax-certificate-revoked",
} as const satisfies Record<string, AuditAction>;

/**
 * Accepts or rejects a certificate, or revokes an accepted one, and tells the buyer by email (D95).
 * Invoices that were issued stay as they are.
 * @throws Refusal 403 for the certificate of an account that the caller opened; 404; 409 if it was
 * decided before
 */
export async function decideCertificate(
  tx: PoolClient,
  id: number,
  { decision, reason }: z.output<typeof decideTaxCertificate.body>,
  by: Actor,
): Promise<void> {
  const certificate = await lockCertificate(tx, id);
  if (certificate === null) throw notFound(msg("Certificate not found"));
  await refuseSamePerson(tx, by.userId, certificate.userId);
  const isOpen = decision === "REVOKED" ? isAccepted(certificate) : certificate.decision === null;
  if (!isOpen) {
    throw new Refusal(
      "already-done",
      msg("This certificate was already decided. Nothing was changed."),
    );
  }
  await setDecision(tx, id, decision, reason, by.userId);
  const { number, states, startsOn, endsOn } = certificate;
  await insertAudit(tx, {
    actorId: by.userId,
    action: actions[decision],
    subjectType: "user",
    subjectId: certificate.userId,
    after: { certificateId: id, number, states, startsOn, endsOn },
    reason: reason === "" ? null : reason,
    ip: by.ip,
  });
  await enqueue(tx, "send-mail", {
    eventKey: `tax-certificate:${id}:${decision}`,
    to: certificate.email,
    content: {
      kind: "CERTIFICATE_DECIDED",
      name: certificate.userName,
      number,
      states,
      decision,
      reason,
    },
  });
  if (decision === "ACCEPTED" && endsOn !== null) {
    const runAt = new Date(Date.parse(`${endsOn}T16:00:00Z`) - REMIND_BEFORE_MS);
    await enqueue(tx, "remind-certificate", { certificateId: id }, { runAt });
  }
}

const REMIND_BEFORE_MS = 30 * 86_400_000;

/** Tells a buyer that a certificate ends soon, if it still counts and no newer one replaces it (D95). */
export async function remindCertificate(tx: PoolClient, id: number): Promise<void> {
  const row = await certificateById(tx, id);
  if (row === null || row.endsOn === null || !isAccepted(row)) return;
  const endsOn = row.endsOn;
  const isReplaced = (await certificatesOf(tx, row.userId)).some(
    (other) =>
      isAccepted(other) &&
      other.inventoryId === null &&
      (other.endsOn === null || other.endsOn > endsOn) &&
      row.states.every((state) => other.states.includes(state)),
  );
  const isOver = endsOn < calendarDateIn((await clockNow(tx)).getTime(), fallbackZone);
  if (isReplaced || isOver || row.inventoryId !== null) return;
  await enqueue(tx, "send-mail", {
    eventKey: `tax-certificate:${id}:ENDS`,
    to: row.email,
    content: {
      kind: "CERTIFICATE_ENDS",
      name: row.userName,
      number: row.number,
      states: row.states,
      endsOn,
    },
  });
}
