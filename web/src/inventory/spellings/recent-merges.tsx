import type { SpellingMerge } from "@gavelyard/contract/inventory/spellings";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { useAction } from "../../api/use-action.ts";
import { browserZone } from "../../clock.ts";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { spellingKeys, spellingMergesQuery } from "./spellings-api.ts";

/** Merges of the last 30 days, each with its undo (D81). */
export function RecentMerges() {
  const query = useQuery(spellingMergesQuery(useCall()));
  const merges = query.data ?? [];
  if (merges.length === 0 && !query.isError) return null;
  return (
    <details className="mb-4 max-w-3xl rounded-md border border-line bg-sheet px-4">
      <summary className="min-h-11 content-center font-semibold">
        {t("Merges of the last 30 days")}
      </summary>
      <Read query={query} failure={t("Couldn't load the merges.")} className="h-24">
        {() => (
          <ul className="divide-y divide-line">
            {merges.map((merge) => (
              <Merge key={merge.id} merge={merge} />
            ))}
          </ul>
        )}
      </Read>
    </details>
  );
}

function Merge({ merge }: { merge: SpellingMerge }) {
  const { id, make, name, units, at, undone } = merge;
  const undo = useAction((call) => call("undoSpellingMerge", { params: { id: String(id) } }), {
    done: t("Merge undone"),
    failed: t("Couldn't undo it. Nothing was changed."),
    refresh: spellingKeys,
  });
  const others = merge.from.filter((one) => one !== name).join(", ");
  const title = others === "" ? name : t("{others} → {name}", { others, name });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="mr-auto">
        <span className="block font-semibold wrap-anywhere">
          {make === null ? title : t("{make}: {title}", { make, title })}
        </span>
        <span className="text-soft">
          {formatDateTime(at, browserZone())}
          {" · "}
          {plural(units, "{n} unit", "{n} units")}
        </span>
      </span>
      {undone ? (
        <span className="text-soft">{t("Undone")}</span>
      ) : (
        <ConfirmButton
          label={
            <>
              {t("Undo merge")}
              <span className="sr-only"> {title}</span>
            </>
          }
          title={t("Undo this merge?")}
          confirmLabel={t("Undo merge")}
          busy={undo.isPending}
          onConfirm={() => undo.mutate(null)}
        >
          {t(
            "Its units and aliases get their former names back. Units that changed since, or that have bids, keep theirs.",
          )}
        </ConfirmButton>
      )}
    </li>
  );
}
