import type { SpellingMerge } from "@gavelyard/contract/inventory/spellings";
import { Spellings } from "@gavelyard/domain/inventory/spellings";
import type { Db } from "../../db/pool.ts";

/** The make and model that lists count a unit `i` under. */
export const listedMake = "coalesce(i.listed_make, i.manufacturer)";
export const listedModel = "coalesce(i.listed_model, i.model)";

export const makeKeyOf = (unit: string) =>
  `spelling_key(coalesce(${unit}.listed_make, ${unit}.manufacturer))`;
export const modelKeyOf = (unit: string) =>
  `spelling_key(coalesce(${unit}.listed_model, ${unit}.model))`;

export interface AliasRow {
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
 * letters, and are listed under the new one. Records each changed unit, and in the merge what it was.
 * Returns how many changed, how many kept theirs, and how many of all have another name in lists.
 */
export async function renameUnits(
  tx: Db,
  merge: { readonly id: number; readonly make: string | null; readonly name: string },
  from: readonly string[],
  by: { readonly userId: number; readonly ip: string | null },
): Promise<{ changed: number; kept: number; touched: number }> {
  const { id, make, name } = merge;
  const [column, shown] = columnsOf(make);
  const { rows } = await tx.query<{ changed: number; kept: number; touched: number }>(
    `WITH named AS (
        SELECT i.id, i.${column} AS before, i.${shown} AS listed_before,
          ${isBound} AND spelling_key(i.${column}) <> spelling_key($3) AS keeps
        FROM inventory i WHERE ${isOfNames(make)} ORDER BY i.id FOR NO KEY UPDATE OF i
      ), renamed AS (
        UPDATE inventory i SET ${column} = CASE WHEN n.keeps THEN n.before ELSE $3 END,
          ${shown} = CASE WHEN n.keeps THEN $3 END,
          updated_at = clock_ms()
        FROM named n WHERE i.id = n.id
          AND (n.keeps AND i.${shown} IS DISTINCT FROM $3 OR NOT n.keeps AND n.before <> $3)
        RETURNING i.id, n.before, n.listed_before, n.keeps,
          i.${column} AS after, i.${shown} AS listed_after
      ), noted AS (
        INSERT INTO spelling_merge_units
          (merge_id, inventory_id, before, listed_before, after, listed_after)
        SELECT $6, id, before, listed_before, after, listed_after FROM renamed
      ), recorded AS (
        INSERT INTO audit_log (actor_id, action, subject_type, subject_id, before, after, ip)
        SELECT $4, 'inventory-changed', 'inventory', id, jsonb_build_object('${column}', before),
          jsonb_build_object('${column}', $3::text), $5::inet
        FROM renamed WHERE NOT keeps ORDER BY id
      )
      SELECT (count(*) FILTER (WHERE NOT r.keeps))::int AS changed,
        (SELECT count(*)::int FROM named WHERE keeps) AS kept, count(*)::int AS touched
      FROM renamed r`,
    [make, from, name, by.userId, by.ip, id],
  );
  return rows[0] ?? { changed: 0, kept: 0, touched: 0 };
}

const columnsOf = (make: string | null): readonly [string, string] =>
  make === null ? ["manufacturer", "listed_make"] : ["model", "listed_model"];

/** A row of the aliases that a merge changed; null where there was none. */
export interface AliasChange {
  readonly before: AliasRow | null;
  readonly after: AliasRow | null;
}

export async function insertMerge(
  tx: Db,
  { make, from, name }: { make: string | null; from: readonly string[]; name: string },
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    "INSERT INTO spelling_merges (make, from_names, name) VALUES ($1, $2, $3) RETURNING id",
    [make, from, name],
  );
  const [merge] = rows;
  if (merge === undefined) throw new Error("the database added no merge");
  return merge.id;
}

export async function noteAliases(
  tx: Db,
  id: number,
  changes: readonly AliasChange[],
): Promise<void> {
  await tx.query("UPDATE spelling_merges SET aliases = $2 WHERE id = $1", [
    id,
    JSON.stringify(changes),
  ]);
}

export async function deleteMerge(tx: Db, id: number): Promise<void> {
  await tx.query("DELETE FROM spelling_merges WHERE id = $1", [id]);
}

export async function recentMerges(db: Db): Promise<(Omit<SpellingMerge, "at"> & { at: Date })[]> {
  const { rows } = await db.query<Omit<SpellingMerge, "at"> & { at: Date }>(
    `SELECT m.id, m.make, m.from_names AS "from", m.name, m.created_at AS at,
        m.undone_at IS NOT NULL AS undone,
        (SELECT count(*)::int FROM spelling_merge_units u WHERE u.merge_id = m.id) AS units
      FROM spelling_merges m WHERE m.created_at > (SELECT clock_ms()) - interval '30 days'
      ORDER BY m.id DESC LIMIT 50`,
  );
  return rows;
}

interface MergeRow {
  readonly make: string | null;
  readonly from_names: readonly string[];
  readonly name: string;
  readonly aliases: readonly AliasChange[];
  readonly undone_at: Date | null;
}

export async function mergeById(tx: Db, id: number): Promise<MergeRow | null> {
  const { rows } = await tx.query<MergeRow>(
    "SELECT make, from_names, name, aliases, undone_at FROM spelling_merges WHERE id = $1",
    [id],
  );
  return rows[0] ?? null;
}

export async function setUndone(tx: Db, id: number): Promise<void> {
  await tx.query("UPDATE spelling_merges SET undone_at = clock_ms() WHERE id = $1", [id]);
}

/** Puts a row of the aliases back as it was; null removes it. */
export async function putAlias(tx: Db, { before, after }: AliasChange): Promise<void> {
  if (after !== null && before === null)
    await tx.query(
      "DELETE FROM spellings WHERE make_key = spelling_key(coalesce($1, '')) AND key = spelling_key($2)",
      [after.make, after.alias],
    );
  if (before !== null)
    await tx.query(
      `INSERT INTO spellings (make, alias, name) VALUES ($1, $2, $3)
        ON CONFLICT (make_key, key) DO UPDATE SET name = excluded.name`,
      [before.make, before.alias, before.name],
    );
}

/** Locks the open lots of a merge's units, so that no bid comes in between. */
export async function lockLotsOfMerge(tx: Db, id: number): Promise<void> {
  await tx.query(
    `SELECT 1 FROM lots l WHERE l.closed_at IS NULL AND l.inventory_id IN (
        SELECT u.inventory_id FROM spelling_merge_units u WHERE u.merge_id = $1)
      ORDER BY l.id FOR NO KEY UPDATE OF l`,
    [id],
  );
}

/**
 * Gives the units of a merge their names from before it, unless somebody changed them since. Units that
 * bids or a sale rely on by now keep a name with other letters, and are listed under the former one.
 * Records each changed unit.
 */
export async function restoreUnits(
  tx: Db,
  id: number,
  make: string | null,
  by: { readonly userId: number; readonly ip: string | null },
): Promise<{ changed: number; kept: number }> {
  const [column, shown] = columnsOf(make);
  const { rows } = await tx.query<{ changed: number; kept: number }>(
    `WITH named AS (
        SELECT i.id, i.${column} AS now, u.before, u.listed_before,
          ${isBound} AND spelling_key(i.${column}) <> spelling_key(u.before) AS keeps
        FROM spelling_merge_units u JOIN inventory i ON i.id = u.inventory_id
        WHERE u.merge_id = $1 AND i.${column} = u.after
          AND i.${shown} IS NOT DISTINCT FROM u.listed_after
        ORDER BY i.id FOR NO KEY UPDATE OF i
      ), restored AS (
        UPDATE inventory i SET ${column} = CASE WHEN n.keeps THEN n.now ELSE n.before END,
          ${shown} = CASE WHEN n.keeps THEN coalesce(n.listed_before, n.before)
            ELSE n.listed_before END,
          updated_at = clock_ms()
        FROM named n WHERE i.id = n.id
        RETURNING i.id, n.now, i.${column} AS after
      ), recorded AS (
        INSERT INTO audit_log (actor_id, action, subject_type, subject_id, before, after, ip)
        SELECT $2, 'inventory-changed', 'inventory', id, jsonb_build_object('${column}', now),
          jsonb_build_object('${column}', after), $3::inet
        FROM restored WHERE now <> after ORDER BY id
      )
      SELECT (count(*) FILTER (WHERE r.now <> r.after))::int AS changed,
        (SELECT count(*)::int FROM spelling_merge_units WHERE merge_id = $1)
          - (SELECT count(*)::int FROM named WHERE NOT keeps) AS kept
      FROM restored r`,
    [id, by.userId, by.ip],
  );
  return rows[0] ?? { changed: 0, kept: 0 };
}
