import { t } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/inventory/spellings";
import { knownAliases, nameKey } from "@gavelyard/domain/inventory/makes";
import type { Pool } from "pg";
import type { Context } from "../../context.ts";
import { actorOf } from "../../http/actor.ts";
import type { Serve } from "../../http/serve.ts";
import { mergeSpellings, removeAlias, undoMerge } from "./merge-spellings.ts";
import { aliases, namesInUse, recentMerges } from "./sql.ts";

/** Routes for the spellings of makes and models (D81). */
export function spellingRoutes(serve: Serve, context: Context): void {
  serve(contract.spellings, ({ query }) => namesOf(context.pool, query.make ?? null));
  serve(contract.mergeSpellings, async ({ body, user, request }) =>
    mergeSpellings(context, body, actorOf(user, request)),
  );
  serve(contract.spellingMerges, async () =>
    (await recentMerges(context.pool)).map((merge) => ({ ...merge, at: merge.at.toISOString() })),
  );
  serve(contract.undoSpellingMerge, async ({ params, user, request }) =>
    undoMerge(context, params.id, actorOf(user, request)),
  );
  serve(contract.removeAlias, async ({ params, user, request }) => {
    await removeAlias(context, params.id, actorOf(user, request));
    return { message: t("Alias removed") };
  });
}

/** Returns makes, or a make's models, with their spellings and aliases; names without units too. */
async function namesOf(pool: Pool, make: string | null): Promise<contract.NameInUse[]> {
  const names = new Map<string, contract.NameInUse>();
  const named = (name: string) => {
    const known = names.get(nameKey(name)) ?? { name, units: 0, spellings: [], aliases: [] };
    names.set(nameKey(name), known);
    return known;
  };
  for (const { listed, name, units, bound } of await namesInUse(pool, make)) {
    const entry = named(listed);
    entry.units += units;
    entry.spellings.push({ name, units, bound });
  }
  const isOfMake = (of: string | null) =>
    make === null ? of === null : of !== null && nameKey(of) === nameKey(make);
  for (const { id, make: of, alias, name } of await aliases(pool))
    if (isOfMake(of)) named(name).aliases.push({ id, alias });
  if (make === null) {
    for (const [alias, name] of Object.entries(knownAliases))
      names.get(nameKey(name))?.aliases.push({ id: null, alias });
  }
  return [...names.values()].toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}
