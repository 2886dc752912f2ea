import { msg } from "@gavelyard/messages/text";
import type { sendTaxCertificate } from "@gavelyard/contract/tax-certificates";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import type { Db } from "../db/pool.ts";
import { insertDocument, type DocumentRow } from "../documents/sql.ts";
import type { Actor } from "../http/actor.ts";
import { badFields, Refusal } from "../refusal.ts";
import { boughtUnit, insertCertificate, lockSender, sentBefore } from "./sql.ts";

/** A certificate as its buyer sends it, without its file. */
export type GivenCertificate = z.output<typeof sendTaxCertificate.body>;

const MOST_WAITING = 10;

/**
 * Checks that a certificate can be sent. Returns the ID of the one with the same file that still
 * counts; null for none.
 * @throws Refusal 400 for a unit that the user didn't buy, 409 when too many wait
 */
export async function refuseCertificate(
  db: Db,
  { inventoryId }: Pick<GivenCertificate, "inventoryId">,
  sha256: Buffer,
  userId: number,
): Promise<number | null> {
  const { same, waiting } = await sentBefore(db, userId, sha256);
  if (same !== null) return same;
  if (inventoryId !== null && !(await boughtUnit(db, userId, inventoryId))) {
    throw badFields([{ path: "inventoryId", message: msg("You didn't buy this unit") }]);
  }
  if (waiting >= MOST_WAITING) {
    throw new Refusal(
      "limit-reached",
      msg("We're still reviewing {count} of your certificates. Call us to add more.", {
        count: waiting,
      }),
    );
  }
  return null;
}

/**
 * Stores a buyer's certificate for staff to review (D95). Returns its ID.
 * @throws Refusal as `refuseCertificate`
 */
export async function sendCertificate(
  tx: PoolClient,
  given: GivenCertificate,
  file: { readonly document: DocumentRow; readonly sha256: Buffer },
  by: Actor,
): Promise<number> {
  await lockSender(tx, by.userId);
  const same = await refuseCertificate(tx, given, file.sha256, by.userId);
  if (same !== null) return same;
  await insertDocument(tx, file.document);
  const id = await insertCertificate(tx, {
    ...given,
    userId: by.userId,
    documentId: file.document.id,
    sha256: file.sha256,
  });
  const { number, states, startsOn, endsOn } = given;
  await insertAudit(tx, {
    actorId: by.userId,
    action: "tax-certificate-sent",
    subjectType: "user",
    subjectId: by.userId,
    after: { certificateId: id, number, states, startsOn, endsOn, file: file.document.file_name },
    ip: by.ip,
  });
  return id;
}
