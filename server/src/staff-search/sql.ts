import { recordKinds, type FoundRecord } from "@gavelyard/contract/staff-search";
import type { Permission } from "@gavelyard/domain/users/permissions";
import type { Powers } from "@gavelyard/domain/proposals";
import { financeStageOf, financeStatuses } from "@gavelyard/domain/requests";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { statusNow } from "../auctions/staff-sql.ts";
import { auctionLots } from "../auctions/sql.ts";
import { anywhere } from "../db/anywhere.ts";
import type { Db } from "../db/pool.ts";
import { shownDollars } from "../db/shown-dollars.ts";
import { Values } from "../db/values.ts";
import { enquiryText } from "../enquiries/sql.ts";
import { applicantText } from "../finance/sql.ts";
import { unitTitle } from "../inventory/sql.ts";

type Kind = FoundRecord["kind"];

/** Maximum records shown of each kind. */
const MAX_SHOWN = 6;
/** Maximum matches examined of each kind; a longer text finds the others. */
export const MAX_EXAMINED = 300;
/** Minimum length for a trigram index search. A shorter text must match the start of a word. */
const MIN_INDEXED_LENGTH = 3;

interface Part {
  readonly from: string;
  readonly key: string;
  readonly condition: string;
  readonly exact: string;
  readonly joins?: string;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly state: string;
}

/** Returns the searched kinds of records as SQL. Typed text is passed only as parameters. */
function partsOf(
  q: string,
  units: readonly number[],
  buyers: readonly number[],
  admin: boolean,
  values: Values,
): Record<Kind, Part> {
  const typed = q.toLowerCase();
  const patterns =
    typed.length >= MIN_INDEXED_LENGTH
      ? [anywhere(typed)]
      : [anywhere(typed).slice(1), `% ${anywhere(typed).slice(1)}`];
  const likes = patterns.map((pattern) => values.add(pattern));
  const names = (text: string) => likes.map((like) => `${text} LIKE ${like}`).join(" OR ");
  const same = values.add(typed);
  const digits = /[^\d\s()+.#-]/.test(typed) ? "" : typed.replaceAll(/\D/g, "");
  const phone = digits.length < MIN_INDEXED_LENGTH ? null : values.add(anywhere(digits));
  const hasNumber = (text: string) => (phone === null ? "" : ` OR ${text} LIKE ${phone}`);
  const number = /^#?[1-9]\d{0,14}$/.test(typed) ? values.add(Number(digits)) : null;
  const numbered = (key: string) => (number === null ? "false" : `${key} = ${number}::bigint`);
  const stockNumbers = values.add([q, q.toUpperCase()]);
  const invoice = values.add(
    /^\d{1,6}$/.test(typed) ? `%-${typed.padStart(6, "0")}` : anywhere(q.toUpperCase()),
  );
  const waiting = values.add(admin ? ["PENDING", "REVIEWED"] : ["PENDING"]);
  const enquiry = (kind: "LEAD" | "CONTACT"): Part => ({
    from: "enquiries e",
    key: "e.id",
    condition: `e.kind = '${kind}' AND (${names(enquiryText)}${hasNumber(enquiryText)})`,
    exact: `lower(e.name) = ${same} OR e.email = ${same}`,
    id: "e.id",
    title: "e.name",
    detail: "left(concat_ws(', ', nullif(e.subject, ''), nullif(e.message, '')), 80)",
    state: "CASE WHEN e.handled_at IS NULL THEN 'WAITS' ELSE 'HANDLED' END",
  });
  return {
    UNIT: {
      from: "inventory i",
      key: "i.id",
      condition: `(i.id = ANY (${values.add(units)}::bigint[])
        OR i.stock_number = ANY (${stockNumbers}::text[]) OR ${numbered("i.id")})`,
      exact: `lower(i.stock_number) = ${same} OR lower(i.vin) = ${same}`,
      id: "i.id",
      title: unitTitle,
      detail: "i.stock_number",
      state: "i.status",
    },
    AUCTION: {
      from: "auctions a",
      key: "a.id",
      condition: `(${names("lower(a.name)")} OR ${numbered("a.id")})`,
      exact: `lower(a.name) = ${same}`,
      joins: auctionLots,
      id: "a.id",
      title: "a.name",
      detail: "coalesce(to_char(a.start_time AT TIME ZONE a.time_zone, 'YYYY-MM-DD'), '')",
      state: `CASE a.lifecycle WHEN 'PUBLISHED' THEN ${statusNow} ELSE a.lifecycle END`,
    },
    USER: {
      from: "users u",
      key: "u.id",
      condition: `(${names("u.email")} OR ${names("lower(u.name)")}${hasNumber("u.phone_number")}
        OR u.id = ANY (${values.add(buyers)}::bigint[]) OR ${numbered("u.id")})`,
      exact: `u.email = ${same} OR lower(u.name) = ${same}`,
      id: "u.id",
      title: "u.name",
      detail: "u.email",
      state: "u.role",
    },
    LIMIT_REQUEST: {
      from: "limit_requests r JOIN users u ON u.id = r.user_id",
      key: "r.id",
      condition: `r.status = ANY (${waiting}::text[])
        AND (${names("u.email")} OR ${names("lower(u.name)")})`,
      exact: `u.email = ${same} OR lower(u.name) = ${same}`,
      id: "r.document_id",
      title: "u.name",
      detail: shownDollars("r.bid_limit_cents"),
      state: "r.status",
    },
    FINANCE_REQUEST: {
      from: "finance_requests f",
      key: "f.id",
      condition: `f.deleted_at IS NULL AND (${names(applicantText)})`,
      exact: `lower(f.application ->> 'fullName') = ${same}`,
      id: "f.id",
      title: "f.application ->> 'fullName'",
      detail: shownDollars("f.amount_cents"),
      state: "f.status",
    },
    LEAD: enquiry("LEAD"),
    MESSAGE: enquiry("CONTACT"),
    INVOICE: {
      from: "invoices v",
      key: "v.id",
      condition: `v.number LIKE ${invoice}`,
      exact: `lower(v.number) = ${same}`,
      joins: "JOIN users u ON u.id = v.user_id",
      id: "v.id",
      title: "v.number",
      detail: `u.name || ', ' || ${shownDollars("v.total_cents")}`,
      state: "v.status",
    },
  };
}

const paths: Readonly<Record<Kind, (id: string, state: string) => string>> = {
  UNIT: (id) => `?tab=inventory&unit=${id}`,
  AUCTION: (id) => `?tab=auctions&auction=${id}`,
  USER: (id) => `?tab=users&user=${id}`,
  LIMIT_REQUEST: (id) => `?tab=limits&request=${id}`,
  FINANCE_REQUEST: (id, state) => {
    const status = financeStatuses.find((one) => one === state);
    const stage = status === undefined ? "" : `&stage=${financeStageOf(status)}`;
    return `?tab=finance${stage}&request=${id}`;
  },
  LEAD: (id) => `?tab=leads&enquiry=${id}`,
  MESSAGE: (id) => `?tab=leads&kind=messages&enquiry=${id}`,
  INVOICE: (id) => `?tab=payments&invoice=${id}`,
};

/** Permission needed to find a kind of record (D57); null if all staff can find it. */
const permissions: Readonly<Record<Kind, Permission | null>> = {
  UNIT: "auctions",
  AUCTION: null,
  USER: "users",
  LIMIT_REQUEST: "users",
  FINANCE_REQUEST: "documents",
  LEAD: null,
  MESSAGE: null,
  INVOICE: "money",
};

/**
 * Builds a kind's statement. Details are joined only for the rows shown.
 * @param held parameter with the viewer's permissions
 */
const statementOf = (kind: Kind, part: Part, held: string): string => `(WITH hits AS MATERIALIZED (
    SELECT ${part.key} AS key, (${part.exact}) IS TRUE AS exact FROM ${part.from}
    WHERE (${part.condition})
      AND ${permissions[kind] === null ? "true" : `'${permissions[kind]}' = ANY (${held}::text[])`}
    LIMIT ${MAX_EXAMINED}
  ), h AS MATERIALIZED (SELECT * FROM hits ORDER BY exact DESC, key DESC LIMIT ${MAX_SHOWN})
  SELECT '${kind}' AS kind, (${part.id})::text AS id, ${part.title} AS title, ${part.detail} AS detail,
    ${part.state} AS state, h.exact, h.key
  FROM h JOIN ${part.from} ON ${part.key} = h.key ${part.joins ?? ""})`;

/** Shortest end of a VIN that names its unit. */
const MIN_VIN_END = 6;

/** Returns who won the unit with this VIN, end of a VIN or stock number, among some units (D88). */
async function buyersOf(db: Db, q: string, units: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ user_id: number }>(
    `SELECT DISTINCT w.user_id FROM inventory i JOIN lots l ON l.inventory_id = i.id
        JOIN awards w ON w.lot_id = l.id
      WHERE i.id = ANY($1::bigint[]) AND w.status IN ('PENDING', 'DECLARED', 'PAID')
        AND (lower(i.stock_number) = $2
          OR (length($2) >= ${MIN_VIN_END} AND right(lower(i.vin), length($2)) = $2))`,
    [units, q.toLowerCase()],
  );
  return rows.map(({ user_id }) => user_id);
}

const dateOf = (date: string): string => (date === "" ? t("No date") : formatUtcDate(date));

/**
 * Returns matching records of each kind that the viewer may see, exact matches first, then the
 * newest. `units` are the ones that the text names.
 */
export async function findRecords(
  db: Db,
  q: string,
  units: readonly number[],
  viewer: Powers,
): Promise<FoundRecord[]> {
  const values = new Values();
  const buyers = await buyersOf(db, q, units);
  const parts = partsOf(q, units, buyers, viewer.role === "ROLE_ADMIN", values);
  const held = values.add(viewer.permissions);
  const statements = recordKinds.map((kind) => statementOf(kind, parts[kind], held));
  const { rows } = await db.query<Omit<FoundRecord, "path">>(
    `SELECT kind, id, title, detail, state FROM (${statements.join(" UNION ALL ")}) f
      ORDER BY exact DESC, key DESC`,
    values.list,
  );
  return recordKinds.flatMap((kind) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        ...row,
        detail: kind === "AUCTION" ? dateOf(row.detail) : row.detail,
        path: `/admin-dashboard${paths[kind](row.id, row.state)}`,
      })),
  );
}
