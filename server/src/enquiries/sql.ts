import type { Enquiry } from "@gavelyard/contract/enquiries";
import { centsToDollars } from "@gavelyard/domain/money";
import { anywhere } from "../db/anywhere.ts";
import type { Db } from "../db/pool.ts";
import { Values } from "../db/values.ts";

export interface NewEnquiry {
  readonly kind: "CONTACT" | "LEAD";
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly budgetLowCents: number | null;
  readonly budgetHighCents: number | null;
  readonly subject: string;
  readonly message: string;
}

export async function insertEnquiry(tx: Db, enquiry: NewEnquiry): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO enquiries (kind, name, email, phone_number, budget_low_cents, budget_high_cents, subject, message)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      enquiry.kind,
      enquiry.name,
      enquiry.email,
      enquiry.phoneNumber,
      enquiry.budgetLowCents,
      enquiry.budgetHighCents,
      enquiry.subject,
      enquiry.message,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("an inquiry was not written");
  return id;
}

interface EnquiryRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone_number: string | null;
  readonly budget_low_cents: number | null;
  readonly budget_high_cents: number | null;
  readonly subject: string;
  readonly message: string;
  readonly created_at: Date;
  readonly handled_at: Date | null;
  readonly total: number;
}

/** Searchable text of an inquiry (`e`), in lower case; a trigram index covers it. */
export const enquiryText = `lower(e.name || ' ' || e.email || ' ' || coalesce(e.phone_number, '') || ' ' ||
  e.subject || ' ' || e.message)`;

export interface EnquirySearch {
  readonly q?: string | undefined;
  /** Selects one inquiry, of any kind. */
  readonly id?: number | undefined;
}

export async function listEnquiries(
  db: Db,
  kind: NewEnquiry["kind"],
  { q = "", id }: EnquirySearch,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ content: Enquiry[]; total: number }> {
  const values = new Values();
  const conditions = [
    id === undefined ? `e.kind = ${values.add(kind)}` : `e.id = ${values.add(id)}`,
    ...(q === "" ? [] : [`${enquiryText} LIKE ${values.add(anywhere(q.toLowerCase()))}`]),
  ];
  const { rows } = await db.query<EnquiryRow>(
    `SELECT id, name, email, phone_number, budget_low_cents, budget_high_cents, subject, message,
        created_at, handled_at, count(*) OVER () AS total
      FROM enquiries e WHERE ${conditions.join(" AND ")}
      ORDER BY id DESC LIMIT ${values.add(size)} OFFSET ${values.add(page * size)}`,
    values.list,
  );
  const dollars = (cents: number | null) => (cents === null ? null : centsToDollars(cents));
  const content = rows.map((row) => ({
    id: row.id,
    fullName: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    budgetLowerLimit: dollars(row.budget_low_cents),
    budgetUpperLimit: dollars(row.budget_high_cents),
    subject: row.subject,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    handledAt: row.handled_at?.toISOString() ?? null,
  }));
  return { content, total: rows[0]?.total ?? 0 };
}

/** Marks an inquiry as handled. The first call counts; false when there is no such inquiry. */
export async function markHandled(tx: Db, id: number, userId: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE enquiries SET handled_at = coalesce(handled_at, clock_ms()), handled_by = coalesce(handled_by, $2)
      WHERE id = $1`,
    [id, userId],
  );
  return rowCount === 1;
}
