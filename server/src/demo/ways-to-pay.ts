import { accountEnding } from "@gavelyard/domain/sales/bank-account";
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { decideBankDetails, insertBankDetails } from "../bank-details/sql.ts";
import type { Secrets } from "../db/secrets/secrets.ts";
import { insertDocument } from "../documents/sql.ts";
import { insertProof } from "../payment-proofs/sql.ts";
import { wireConfirmation, wireConfirmationId } from "./letters.ts";
import { demoPeople } from "../demo-accounts/people.ts";
import { administratorsWithoutAccount, invoiceWithoutProof } from "./ways-to-pay-sql.ts";

const sample = {
  bankName: "Sample Bank",
  accountHolder: "Gavelyard Demo LLC",
  routingNumber: "110000000",
  accountNumber: "000123456789",
  wireNote: "This is a demo account. Don't send money.",
  achNote: "Allow two business days for a payment to arrive.",
};

/**
 * Sets the demo's sample bank account and sends one customer's proof of payment, which then waits
 * for staff. Does each once.
 */
export async function fillWaysToPay(tx: PoolClient, secrets: Secrets): Promise<void> {
  await setSampleAccount(tx, secrets);
  await sendSampleProof(tx);
}

async function setSampleAccount(tx: PoolClient, secrets: Secrets): Promise<void> {
  const [first, second] = await administratorsWithoutAccount(tx);
  if (first === undefined) return;
  const id = await insertBankDetails(
    tx,
    secrets,
    { ...sample, ending: accountEnding(sample.accountNumber) },
    { userId: first.id, twoPersons: second !== undefined, isSample: true },
  );
  await decideBankDetails(tx, id, "IN_EFFECT", second?.id ?? first.id);
}

async function sendSampleProof(tx: PoolClient): Promise<void> {
  const customers = demoPeople.filter(({ role }) => role === "ROLE_CUSTOMER");
  const invoice = await invoiceWithoutProof(
    tx,
    customers.map(({ email }) => email),
    wireConfirmationId,
  );
  if (invoice === undefined) return;
  const bytes = await wireConfirmation();
  await insertDocument(tx, {
    id: wireConfirmationId,
    owner_id: invoice.userId,
    purpose: "PAYMENT_PROOF",
    file_name: "Wire confirmation.pdf",
    content_type: "application/pdf",
    bytes: bytes.length,
  });
  await insertProof(tx, {
    invoiceId: invoice.id,
    documentId: wireConfirmationId,
    sha256: createHash("sha256").update(bytes).digest(),
    note: "Wired from our bank this morning",
  });
}
