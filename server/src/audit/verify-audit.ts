import type { Db } from "../db/pool.ts";
import { sha256 } from "../db/secrets/sha256.ts";
import { linksAfter, publishedRoots, unchainedRecords, type AuditRoot } from "./chain-sql.ts";

const PAGE_SIZE = 1_000;

export interface AuditVerdict {
  readonly records: number;
  readonly roots: number;
  /** The chain's last hash; null for an empty chain. */
  readonly root: string | null;
  readonly problems: readonly string[];
}

/**
 * Verifies every audit row against the hash chain, and the chain against the published roots (D47).
 * Needs a `REPEATABLE READ` transaction.
 * @param kept roots saved elsewhere, out of reach of anyone who can change the database
 */
export async function verifyAudit(db: Db, kept: readonly AuditRoot[] = []): Promise<AuditVerdict> {
  const problems: string[] = [];
  const roots = [...(await publishedRoots(db, null)), ...kept];
  const rootsAt = Map.groupBy(roots, ({ seq }) => seq);
  let seq = 0;
  let last = Buffer.alloc(0);
  for (;;) {
    const links = await linksAfter(db, seq, PAGE_SIZE);
    for (const link of links) {
      if (link.seq !== seq + 1) problems.push(`Links ${seq + 1} to ${link.seq - 1} are missing`);
      seq = link.seq;
      const hash = sha256(Buffer.concat([last, Buffer.from(link.text)]));
      if (hash !== link.hash) {
        problems.push(`Record ${link.audit_id} or a link before it was changed`);
      }
      for (const root of rootsAt.get(seq) ?? []) {
        if (root.hash !== link.hash) problems.push(`The root of ${root.day} differs`);
      }
      // Continue from the stored hash, so that one change is reported once.
      last = Buffer.from(link.hash, "hex");
    }
    if (links.length < PAGE_SIZE) break;
  }
  for (const root of roots) {
    if (root.seq > seq) problems.push(`The chain ends before the root of ${root.day}`);
  }
  for (const id of await unchainedRecords(db)) problems.push(`Record ${id} is not in the chain`);
  return {
    records: seq,
    roots: roots.length,
    root: seq === 0 ? null : last.toString("hex"),
    problems,
  };
}
