import type { Client, Pool } from "pg";

/**
 * Whether the role of a connection could change the audit's tables, whatever their triggers say: it
 * owns them, their schema or the database, or is a superuser. True without tables.
 */
export async function ownsRecords(db: Client | Pool): Promise<boolean> {
  const { rows } = await db.query<{ owns: boolean }>(
    `SELECT count(*) = 0 OR bool_or(pg_has_role(c.relowner, 'USAGE') OR pg_has_role(n.nspowner, 'USAGE')
        OR pg_has_role(d.datdba, 'USAGE')) AS owns
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_database d ON d.datname = current_database()
      WHERE c.oid = to_regclass('public.audit_log')`,
  );
  return rows[0]?.owns !== false;
}

/** Returns the names of the migrations; none if the role was never given access. */
export async function appliedMigrations(db: Client | Pool): Promise<Set<string>> {
  const access = await db.query<{ granted: boolean }>(
    "SELECT has_table_privilege('migrations', 'SELECT') AS granted",
  );
  if (access.rows[0]?.granted !== true) return new Set();
  const { rows } = await db.query<{ name: string }>("SELECT name FROM migrations");
  return new Set(rows.map(({ name }) => name));
}

/** Creates a role unless it exists, whose password then stays. Returns its name. */
export async function createRole(
  owner: Client,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<string> {
  const { rows } = await owner.query<{ statement: string }>(
    `SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', $1::text, $2::text) AS statement
      WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`,
    [name, password],
  );
  for (const { statement } of rows) await owner.query(statement);
  return name;
}

/**
 * Grants a role only the access that the server needs. It can only add rows to append-only tables,
 * and clear network addresses in them, which are removed in time (D44). Run it as the owner, after
 * each migration.
 */
export async function grantAccess(owner: Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `SELECT format(s.statement, $1::text) AS statement FROM (
        SELECT 1 AS rank, unnest(ARRAY[
          'GRANT USAGE ON SCHEMA public, graphile_worker TO %1$I',
          'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, graphile_worker TO %1$I',
          'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, graphile_worker TO %1$I',
          -- Servers of the version before write to new tables by triggers while a migration runs.
          'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %1$I',
          'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO %1$I']) AS statement
        UNION ALL
        SELECT 2, 'REVOKE INSERT, UPDATE, DELETE ON migrations, graphile_worker.migrations FROM %1$I'
        UNION ALL
        -- What a trigger refuses: bit 8 is DELETE, bit 16 UPDATE.
        SELECT 2, format('REVOKE %s ON %s FROM ', o.operation, t.tgrelid::regclass) || '%1$I'
        FROM pg_trigger t JOIN (VALUES ('DELETE', 8), ('UPDATE', 16)) o (operation, bit)
          ON t.tgtype & o.bit > 0
        WHERE t.tgfoid IN ('refuse_change'::regproc, 'refuse_change_but_ip'::regproc)
        UNION ALL
        SELECT 3, format('GRANT UPDATE (ip) ON %s TO ', t.tgrelid::regclass) || '%1$I'
        FROM pg_trigger t WHERE t.tgfoid = 'refuse_change_but_ip'::regproc
        UNION ALL
        -- The queue's own tables have policies for their owner alone.
        SELECT 4, format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', c.oid::regclass)
        FROM pg_class c WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relrowsecurity
      ) s ORDER BY s.rank`,
    [role],
  );
  await owner.query("BEGIN");
  for (const { statement } of rows) await owner.query(statement);
  await owner.query("COMMIT");
}
