import { msg } from "@gavelyard/messages/text";
import type * as contract from "@gavelyard/contract/tax";
import type { AuditAction } from "@gavelyard/domain/audit/audit-actions";
import type { AuditValues } from "@gavelyard/domain/audit/audit-fields";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import type { Actor } from "../http/actor.ts";
import { Refusal } from "../refusal.ts";
import { addRates, deletePermit, lockPermit, setRate, upsertPermit } from "./sql.ts";

const audit = (
  tx: PoolClient,
  action: AuditAction,
  change: { readonly before?: AuditValues | null; readonly after?: AuditValues | null },
  by: Actor,
) =>
  insertAudit(tx, {
    actorId: by.userId,
    action,
    subjectType: "tax",
    subjectId: 1,
    ...change,
    ip: by.ip,
  });

const changedSince = () =>
  new Refusal(
    "edit-conflict",
    msg("Someone changed the sales tax while you were editing. Check it, then save again."),
  );

/**
 * Sets or removes a state's permit (D94).
 * @throws Refusal 409 if it isn't the permit that the caller saw
 */
export async function saveTaxPermit(
  tx: PoolClient,
  { state, permit, updatedAt }: z.output<typeof contract.saveTaxPermit.body>,
  by: Actor,
): Promise<void> {
  const before = await lockPermit(tx, state);
  if ((before?.updatedAt.toISOString() ?? null) !== updatedAt) throw changedSince();
  if (permit === null) await deletePermit(tx, state);
  else await upsertPermit(tx, { state, ...permit });
  const { updatedAt: _at, ...was } = before ?? { updatedAt: null };
  await audit(
    tx,
    "tax-permit-changed",
    { before: before === null ? null : was, after: permit === null ? null : { state, ...permit } },
    by,
  );
}

/**
 * Sets or removes a rate (D94). Invoices that were issued keep theirs.
 * @throws Refusal 409 if it isn't the rate that the caller saw
 */
export async function saveTaxRate(
  tx: PoolClient,
  { percent, was, ...rate }: z.output<typeof contract.saveTaxRate.body>,
  by: Actor,
): Promise<void> {
  if (!(await setRate(tx, rate, { was, is: percent }))) throw changedSince();
  await audit(
    tx,
    "tax-rate-changed",
    {
      before: was === null ? null : { ...rate, percent: was },
      after: percent === null ? null : { ...rate, percent },
    },
    by,
  );
}

/** Adds the rates of a file, and counts what they changed (D94). */
export async function importTaxRates(
  tx: PoolClient,
  rates: readonly contract.TaxRateLine[],
  fileName: string,
  by: Actor,
): Promise<{ added: number; changed: number; same: number }> {
  const { added, changed } = await addRates(tx, rates);
  await audit(
    tx,
    "tax-rates-imported",
    { after: { fileName, rows: rates.length, rates: added + changed } },
    by,
  );
  return { added, changed, same: rates.length - added - changed };
}
