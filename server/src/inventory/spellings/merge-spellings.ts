import { msg } from "@gavelyard/messages/text";
import { nameKey, spelledMake, tidyName } from "@gavelyard/domain/inventory/makes";
import { Spellings } from "@gavelyard/domain/inventory/spellings";
import { insertAudit } from "../../audit/sql.ts";
import { act } from "../../events/act.ts";
import { badFields, notFound, Refusal } from "../../refusal.ts";
import type { StaffActor, StockContext } from "../enter-unit.ts";
import {
  addAliases,
  aliases,
  deleteAlias,
  deleteMerge,
  insertMerge,
  lockLotsOf,
  lockLotsOfMerge,
  lockSpellings,
  mergeById,
  moveModelAliases,
  noteAliases,
  putAlias,
  renameUnits,
  restoreUnits,
  setUndone,
  type AliasChange,
  type AliasRow,
} from "./sql.ts";

/**
 * Gives names of a make, or of a make's models, one spelling, now and from now on (D81).
 * @throws Refusal 400 for a name without letters or digits, 409 for a name that already has a meaning
 */
export async function mergeSpellings(
  context: StockContext,
  given: { readonly make: string | null; readonly from: readonly string[]; readonly name: string },
  by: StaffActor,
): Promise<{ changed: number; kept: number; mergeId: number | null }> {
  const { make } = given;
  const from = [...new Set(given.from.map(tidyName))];
  return act(context, async (tx) => {
    await lockSpellings(tx);
    const before = await aliases(tx);
    const spellings = new Spellings(before);
    const name = meantName(spellings, make, tidyName(given.name));
    if ([...from, name].some((one) => nameKey(one) === ""))
      throw badFields([{ path: "from", message: msg("Enter letters or digits") }]);
    if (make === null) refuseKnown(from, name);
    const others = from.filter(
      (one) => one !== name && (make !== null || spelledMake(one) !== name),
    );
    const id = others.length === 0 ? 0 : await addAliases(tx, make, others, name);
    const mergeId = await insertMerge(tx, { make, from, name });
    const makes = make === null ? others.filter((one) => nameKey(one) !== nameKey(name)) : [];
    if (makes.length > 0) await moveModelAliases(tx, makes, name);
    await lockLotsOf(tx, make, from);
    const { touched, ...units } = await renameUnits(tx, { id: mergeId, make, name }, from, by);
    const changes = changesOf(before, await aliases(tx));
    await noteAliases(tx, mergeId, changes);
    const isIdle = touched === 0 && changes.length === 0;
    if (isIdle) await deleteMerge(tx, mergeId);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "spellings-merged",
      subjectType: "spelling",
      subjectId: id,
      before: { manufacturer: make, names: from },
      after: { name, units: units.changed, kept: units.kept },
      ip: by.ip,
    });
    return { ...units, mergeId: isIdle ? null : mergeId };
  });
}

const keyOf = ({ make, alias }: AliasRow): string => `${nameKey(make ?? "")}\n${nameKey(alias)}`;

/** Returns what differs between the aliases before and after a merge. */
function changesOf(before: readonly AliasRow[], after: readonly AliasRow[]): AliasChange[] {
  const [was, is] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row])));
  return [...new Set([...before, ...after].map(keyOf))]
    .map((key) => ({ before: was?.get(key) ?? null, after: is?.get(key) ?? null }))
    .filter((change) => change.before?.name !== change.after?.name);
}

/**
 * Undoes a merge: units and aliases get their former names, unless somebody changed them since (D81).
 * @throws Refusal 404; 409 if it was undone
 */
export async function undoMerge(
  context: StockContext,
  id: number,
  by: StaffActor,
): Promise<{ changed: number; kept: number }> {
  return act(context, async (tx) => {
    await lockSpellings(tx);
    const merge = await mergeById(tx, id);
    if (merge === null) throw notFound(msg("Merge not found. Merges can be undone for 30 days."));
    if (merge.undone_at !== null)
      throw new Refusal("wrong-state", msg("This merge was undone already."));
    const now = new Map((await aliases(tx)).map((row) => [keyOf(row), row.name]));
    for (const change of merge.aliases) {
      const row = change.after ?? change.before;
      // An alias that staff changed since means what they said last.
      if (row !== null && now.get(keyOf(row)) === change.after?.name) await putAlias(tx, change);
    }
    await lockLotsOfMerge(tx, id);
    const units = await restoreUnits(tx, id, merge.make, by);
    await setUndone(tx, id);
    await insertAudit(tx, {
      actorId: by.userId,
      action: "spellings-merge-undone",
      subjectType: "spelling",
      subjectId: id,
      before: { name: merge.name },
      after: { names: merge.from_names, units: units.changed, kept: units.kept },
      ip: by.ip,
    });
    return units;
  });
}

/** A name that is another's alias means that one, unless only its spelling changes. */
function meantName(spellings: Spellings, make: string | null, name: string): string {
  const meant = make === null ? spellings.make(name) : spellings.model(make, name);
  const isSame = nameKey(meant) === nameKey(name);
  return isSame && (make !== null || spelledMake(name) === name) ? name : meant;
}

function refuseKnown(from: readonly string[], name: string): void {
  for (const alias of from) {
    const meant = spelledMake(alias);
    if (nameKey(meant) === nameKey(alias) || meant === name) continue;
    throw new Refusal(
      "wrong-state",
      msg("“{alias}” always means {meant}. Merge {meant} instead.", { alias, meant }),
    );
  }
}

/** Removes an alias. Units keep the name that they have. @throws Refusal 404 */
export async function removeAlias(
  context: StockContext,
  id: number,
  by: StaffActor,
): Promise<void> {
  await act(context, async (tx) => {
    const removed = await deleteAlias(tx, id);
    if (removed === null) throw notFound(msg("Alias not found, or it was already removed"));
    const { make, alias, name } = removed;
    await insertAudit(tx, {
      actorId: by.userId,
      action: "alias-removed",
      subjectType: "spelling",
      subjectId: id,
      before: { manufacturer: make, alias, name },
      ip: by.ip,
    });
  });
}
