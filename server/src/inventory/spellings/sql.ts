import { Spellings } from "@gavelyard/domain/inventory/spellings";
import type { Db } from "../../db/pool.ts";

/** The make and model that lists count a unit `i` under. */
export const listedMake = "coalesce(i.listed_make, i.manufacturer)";
export const listedModel = "coalesce(i.listed_model, i.model)";

export const makeKeyOf = (unit: string) =>
  `spelling_key(coalesce(${unit}.listed_make, ${unit}.manufacturer))`;
export const modelKeyOf = (unit: string) =>
  `spelling_key(coalesce(${unit}.listed_model, ${unit}.model))`;

interface AliasRow {
  readonly id: number;
  readonly make: string | null;
  readonly alias: string;
  readonly name: string;
}

/** Returns the house's other names, by name. */
export async function aliases(db: Db): Promise<AliasRow[]> {
  const { rows } = await db.query<AliasRow>({
    name: "spellings",
    text: "SELECT id, make, alias, name FROM spellings ORDER BY name, alias",
  });
  return rows;
}

export async function readSpellings(db: Db): Promise<Spellings> {
  return new Spellings(await aliases(db));
}

/** Bids, or a sale, rely on what the unit `i` is. */
const isBound = `(i.status NOT IN ('DRAFT', 'AVAILABLE', 'UNSOLD', 'WITHDRAWN')
  AND EXISTS (SELECT 1 FROM lots b WHERE b.id = i.current_lot_id AND b.seq > 0))`;

interface NameRow {
  readonly listed: string;
  readonly name: string;
  readonly units: number;
  readonly bound: number;
}

/** Counts the units of each spelling of makes, or of a make's models. */
export async function namesInUse(db: Db, make: string | null): Promise<NameRow[]> {
  const [name, shown] = make === null ? ["i.manufacturer", listedMake] : ["i.model", listedModel];
  const { rows } = await db.query<NameRow>(
    `SELECT ${shown} AS listed, ${name} AS name, count(*)::int AS units,
        (count(*) FILTER (WHERE ${isBound}))::int AS bound
      FROM inventory i WHERE $1::text IS NULL OR ${makeKeyOf("i")} = spelling_key($1)
      GROUP BY 1, 2 ORDER BY units DESC, name`,
    [make],
  );
  return rows;
}

/** Lets one merge run at a time, while others read. */
export async function lockSpellings(tx: Db): Promise<void> {
  await tx.query("LOCK TABLE spellings IN SHARE ROW EXCLUSIVE MODE");
}

/** Makes all names of `from` mean `name`, and what meant them. Returns the ID of the first alias. */
export async function addAliases(
  tx: Db,
  make: string | null,
  from: readonly string[],
  name: string,
): Promise<number> {
  await tx.query(
    `UPDATE spellings SET name = $3 WHERE make_key = spelling_key(coalesce($1, ''))
      AND spelling_key(name) IN (SELECT spelling_key(f) FROM unnest($2::text[]) f)`,
    [make, from, name],
  );
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO spellings (make, alias, name)
      SELECT DISTINCT ON (spelling_key(f)) $1, f, $3 FROM unnest($2::text[]) f
      ON CONFLICT (make_key, key) DO UPDATE SET name = excluded.name
      RETURNING id`,
    [make, from, name],
  );
  return rows[0]?.id ?? 0;
}

/** Moves the aliases of merged makes' models to the make that they became. */
export async function moveModelAliases(
  tx: Db,
  makes: readonly string[],
  name: string,
): Promise<void> {
  await tx.query(
    `WITH moved AS (
        DELETE FROM spellings WHERE make_key IN (SELECT spelling_key(m) FROM unnest($1::text[]) m)
        RETURNING alias, name)
      INSERT INTO spellings (make, alias, name)
      SELECT DISTINCT ON (spelling_key(alias)) $2, alias, moved.name FROM moved
      ON CONFLICT DO NOTHING`,
    [makes, name],
  );
}

export async function deleteAlias(tx: Db, id: number): Promise<AliasRow | null> {
  const { rows } = await tx.query<AliasRow>(
    "DELETE FROM spellings WHERE id = $1 RETURNING id, make, alias, name",
    [id],
  );
  return rows[0] ?? null;
}

/** Locks the open lots of the units of these names, so that no bid comes in between. */
export async function lockLotsOf(
  tx: Db,
  make: string | null,
  from: readonly string[],
): Promise<void> {
  await tx.query(
    `SELECT 1 FROM lots l WHERE l.closed_at IS NULL AND l.inventory_id IN (
        SELECT i.id FROM inventory i WHERE ${isOfNames(make)})
      ORDER BY l.id FOR NO KEY UPDATE OF l`,
    [make, from],
  );
}

const isOfNames = (
  make: string | null,
) => `($1::text IS NULL OR ${makeKeyOf("i")} = spelling_key($1))
  AND ${make === null ? makeKeyOf("i") : modelKeyOf("i")} IN (
    SELECT spelling_key(f) FROM unnest($2::text[]) f)`;

/**
 * Gives the units of these names one name. Units that bids or a sale rely on keep a name with other
 * letters, and are listed under the new one. Records each changed unit. Returns how many changed, and
 * how many kept theirs.
 */
export async function renameUnits(
  tx: Db,
  make: string | null,
  from: readonly string[],
  name: string,
  by: { readonly userId: number; readonly ip: string | null },
): Promise<{ changed: number; kept: number }> {
  const [column, shown] =
    make === null ? ["manufacturer", "listed_make"] : ["model", "listed_model"];
  const { rows } = await tx.query<{ changed: number; kept: number }>(
    `WITH named AS (
        SELECT i.id, i.${column} AS before,
          ${isBound} AND spelling_key(i.${column}) <> spelling_key($3) AS keeps
        FROM inventory i WHERE ${isOfNames(make)} ORDER BY i.id FOR NO KEY UPDATE OF i
      ), renamed AS (
        UPDATE inventory i SET ${column} = CASE WHEN n.keeps THEN n.before ELSE $3 END,
          ${shown} = CASE WHEN n.keeps THEN $3 END,
          updated_at = clock_ms()
        FROM named n WHERE i.id = n.id
          AND (n.keeps AND i.${shown} IS DISTINCT FROM $3 OR NOT n.keeps AND n.before <> $3)
        RETURNING i.id, n.before, n.keeps
      ), recorded AS (
        INSERT INTO audit_log (actor_id, action, subject_type, subject_id, before, after, ip)
        SELECT $4, 'inventory-changed', 'inventory', id, jsonb_build_object('${column}', before),
          jsonb_build_object('${column}', $3::text), $5::inet
        FROM renamed WHERE NOT keeps ORDER BY id
      )
      SELECT (count(*) FILTER (WHERE NOT r.keeps))::int AS changed,
        (SELECT count(*)::int FROM named WHERE keeps) AS kept FROM renamed r`,
    [make, from, name, by.userId, by.ip],
  );
  return rows[0] ?? { changed: 0, kept: 0 };
}
