import { msg } from "@gavelyard/messages/text";
import type { SellerInput } from "@gavelyard/contract/sellers";
import type { AuditValues } from "@gavelyard/domain/audit/audit-fields";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { FieldCipher } from "../db/secrets/sealed.ts";
import type { Actor } from "../http/actor.ts";
import { notFound, Refusal } from "../refusal.ts";
import { refuseBidders } from "./set-member.ts";
import {
  accountsWithMark,
  insertSeller,
  lockSeller,
  markTaxIds,
  sellerRow,
  sellerWithMark,
  setTaxId,
  unmarkedTaxIds,
  updateSeller,
  type SellerRow,
} from "./sql.ts";

export const noSuchSeller = () => notFound(msg("Seller not found"));

/** Locks and returns a seller. @throws Refusal 404 */
export async function lockedSeller(tx: PoolClient, id: number): Promise<SellerRow> {
  await lockSeller(tx, id);
  const row = await sellerRow(tx, id);
  if (row === null) throw noSuchSeller();
  return row;
}

const audited = ({
  kind,
  name,
  email,
  phone,
  street,
  city,
  state,
  zip,
}: Omit<SellerInput, "taxId">): AuditValues => ({
  sellerKind: kind,
  name,
  email,
  phone,
  street,
  city,
  state,
  zip,
});

/** Adds a seller and returns its ID (D93). @throws Refusal 409 if another one has the tax ID */
export async function createSeller(
  tx: PoolClient,
  { taxId, ...seller }: SellerInput,
  cipher: FieldCipher,
  by: Actor,
): Promise<number> {
  const id = await insertSeller(tx, seller);
  if (taxId) await changeTaxId(tx, id, taxId, cipher);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "seller-created",
    subjectType: "seller",
    subjectId: id,
    after: { ...audited(seller), taxIdLast4: taxId?.slice(-4) ?? null },
    ip: by.ip,
  });
  return id;
}

/**
 * Changes a seller (D93). Only the last four digits of a tax ID are in the audit.
 * @throws Refusal 404; 409 if somebody else saved first, another seller has the tax ID, or an account
 * with it has bid on the seller's units
 */
export async function changeSeller(
  tx: PoolClient,
  id: number,
  { taxId, updatedAt, ...seller }: SellerInput & { readonly updatedAt: string },
  cipher: FieldCipher,
  by: Actor,
): Promise<void> {
  const before = await lockedSeller(tx, id);
  if (Date.parse(updatedAt) !== before.updated_at.getTime())
    throw new Refusal(
      "edit-conflict",
      msg("Someone changed this seller while you were editing. Reload it, then change it again."),
    );
  await updateSeller(tx, id, seller);
  if (taxId !== undefined) await changeTaxId(tx, id, taxId, cipher);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "seller-changed",
    subjectType: "seller",
    subjectId: id,
    before: { ...audited(before), taxIdLast4: before.tax_id_last4 },
    after: {
      ...audited(seller),
      taxIdLast4: taxId === undefined ? before.tax_id_last4 : (taxId?.slice(-4) ?? null),
    },
    ip: by.ip,
  });
}

async function changeTaxId(
  tx: PoolClient,
  id: number,
  taxId: string | null,
  cipher: FieldCipher,
): Promise<void> {
  if (taxId === null) return setTaxId(tx, id, { taxId: null, taxIdLast4: null, taxMark: null });
  const taxMark = cipher.mark(taxId);
  const other = await sellerWithMark(tx, id, taxMark);
  if (other !== null)
    throw new Refusal(
      "already-exists",
      msg("taxId: {name}, seller {id}, has this tax ID", { name: other.name, id: other.id }),
    );
  await markEarlier(tx, cipher);
  await refuseBidders(
    tx,
    id,
    await accountsWithMark(tx, taxMark),
    (unit) =>
      new Refusal(
        "in-use",
        msg(
          "taxId: An account with this tax ID has bid on {unit}. Void its bids, or wait until the unit has left.",
          { unit },
        ),
      ),
  );
  return setTaxId(tx, id, {
    taxId: cipher.seal(`seller ${id}`, taxId),
    taxIdLast4: taxId.slice(-4),
    taxMark,
  });
}

/** Marks the tax IDs of finance applications that an earlier version stored. */
async function markEarlier(tx: PoolClient, cipher: FieldCipher): Promise<void> {
  const marks = (await unmarkedTaxIds(tx)).flatMap(({ id, user_id: userId, tax_id: sealed }) => {
    const taxId = cipher.open(`applicant ${userId}`, sealed);
    return taxId === null ? [] : [{ id, mark: cipher.mark(taxId) }];
  });
  if (marks.length > 0) await markTaxIds(tx, marks);
}
