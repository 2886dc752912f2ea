import type { BankAccount } from "@gavelyard/contract/sales/bank-details";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import type { Secrets } from "../db/secrets/secrets.ts";

export interface BankDetailsRow {
  readonly id: number;
  readonly bank_name: string;
  readonly account_holder: string;
  readonly routing_number: string;
  readonly account_number: Buffer;
  readonly account_ending: string;
  readonly wire_note: string;
  readonly ach_note: string;
  readonly status: "PENDING" | "IN_EFFECT" | "REPLACED" | "REJECTED";
  readonly two_persons: boolean;
  readonly requested_by: number;
  readonly requested_by_name: string;
  /** Whether the requester is still an active administrator with the permission Payments (D57). */
  readonly requester_stands: boolean;
  readonly requested_at: Date;
  readonly confirmed_by_name: string | null;
  readonly decided_at: Date | null;
}

/** Condition on a user who can change bank details (D57). */
const changesBankDetails = (user: string) =>
  `${user}.role = 'ROLE_ADMIN' AND ${user}.status = 'ACTIVE' AND 'money' <> ALL (${user}.withheld_permissions)`;

const columns = `b.id, b.bank_name, b.account_holder, b.routing_number, b.account_number,
  b.account_ending, b.wire_note, b.ach_note, b.status, b.two_persons, b.requested_by,
  r.name AS requested_by_name, ${changesBankDetails("r")} AS requester_stands, b.requested_at, d.name AS confirmed_by_name, b.decided_at`;
const tables = `bank_details b JOIN users r ON r.id = b.requested_by
  LEFT JOIN users d ON d.id = b.decided_by`;

/** Name that binds an encrypted account number to its row. */
const sealedAccount = (id: number) => `bank details ${id}`;

const cipherOf = (secrets: Secrets) => secrets.cipher("bank account numbers");

/** Locks the bank details against concurrent changes until the transaction ends. Reads go on. */
export async function lockBankDetails(tx: Db): Promise<void> {
  await tx.query("LOCK TABLE bank_details IN SHARE ROW EXCLUSIVE MODE");
}

/** Returns the account in effect and the pending one. Samples are included only in a demo. */
export async function currentBankDetails(
  db: Db,
  demo: boolean,
): Promise<{ readonly inEffect: BankDetailsRow | null; readonly pending: BankDetailsRow | null }> {
  const { rows } = await db.query<BankDetailsRow>(
    `SELECT ${columns} FROM ${tables}
      WHERE b.status IN ('PENDING', 'IN_EFFECT') AND (NOT b.is_sample OR $1)`,
    [demo],
  );
  const row = (status: BankDetailsRow["status"]) =>
    rows.find((one) => one.status === status) ?? null;
  return { inEffect: row("IN_EFFECT"), pending: row("PENDING") };
}

export async function bankDetailsById(db: Db, id: number): Promise<BankDetailsRow | null> {
  const { rows } = await db.query<BankDetailsRow>(
    `SELECT ${columns} FROM ${tables} WHERE b.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Decrypts a row's account number; null when it was encrypted with another secret. */
export function accountNumberOf(
  secrets: Secrets,
  { id, account_number }: BankDetailsRow,
): string | null {
  return cipherOf(secrets).open(sealedAccount(id), account_number);
}

/** Returns the account that buyers pay to; null when there is none. */
export async function accountInEffect({
  pool,
  secrets,
  settings,
}: Pick<Context, "pool" | "secrets" | "settings">): Promise<BankAccount | null> {
  const { inEffect: row } = await currentBankDetails(pool, settings.demo);
  const accountNumber = row === null ? null : accountNumberOf(secrets, row);
  if (row === null || accountNumber === null) return null;
  return {
    bankName: row.bank_name,
    accountHolder: row.account_holder,
    routingNumber: row.routing_number,
    accountNumber,
    wireNote: row.wire_note,
    achNote: row.ach_note,
  };
}

export async function insertBankDetails(
  tx: Db,
  secrets: Secrets,
  account: BankAccount & { readonly ending: string },
  by: { readonly userId: number; readonly twoPersons: boolean; readonly isSample: boolean },
): Promise<number> {
  const { rows: next } = await tx.query<{ id: number }>(
    "SELECT nextval(pg_get_serial_sequence('bank_details', 'id')) AS id",
  );
  const id = next[0]?.id;
  if (id === undefined) throw new Error("no number for bank details");
  const sealed = cipherOf(secrets).seal(sealedAccount(id), account.accountNumber);
  await tx.query(
    `INSERT INTO bank_details (id, bank_name, account_holder, routing_number, account_number,
        account_ending, wire_note, ach_note, status, two_persons, requested_by, is_sample)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', $9, $10, $11)`,
    [
      id,
      account.bankName,
      account.accountHolder,
      account.routingNumber,
      sealed,
      account.ending,
      account.wireNote,
      account.achNote,
      by.twoPersons,
      by.userId,
      by.isSample,
    ],
  );
  return id;
}

export async function decideBankDetails(
  tx: Db,
  id: number,
  status: "IN_EFFECT" | "REJECTED",
  userId: number,
): Promise<void> {
  if (status === "IN_EFFECT") {
    await tx.query("UPDATE bank_details SET status = 'REPLACED' WHERE status = 'IN_EFFECT'");
  }
  await tx.query(
    `UPDATE bank_details SET status = $2, decided_by = $3, decided_at = clock_ms() WHERE id = $1`,
    [id, status, userId],
  );
}

/** Rejects a pending sample account. Called when the demo is off. */
export async function rejectPendingSample(tx: Db): Promise<void> {
  await tx.query(
    `UPDATE bank_details SET status = 'REJECTED', decided_by = requested_by, decided_at = clock_ms()
      WHERE status = 'PENDING' AND is_sample`,
  );
}

/** Returns the number of active administrators who can change bank details (D57). */
export async function administratorCount(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*) FROM users u WHERE ${changesBankDetails("u")}`,
  );
  return rows[0]?.count ?? 0;
}
