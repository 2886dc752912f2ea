import type { Call } from "@gavelyard/client/call";
import { t } from "@gavelyard/messages/text";
import { Button } from "../ui/button.tsx";
import { count } from "../ui/text/format.ts";
import { useAction } from "./use-action.ts";

/** Selects everything that a search finds, on all of its pages. */
export function SelectMatching<Row>({
  total,
  read,
  onSelect,
}: {
  total: number;
  read: (call: Call) => Promise<readonly Row[]>;
  onSelect: (rows: readonly Row[]) => void;
}) {
  const all = useAction(read, {
    done: t("All that match are selected"),
    failed: t("Couldn't load all of them."),
    refresh: [],
  });
  return (
    <Button busy={all.isPending} onClick={() => all.mutate(null, { onSuccess: onSelect })}>
      {t("Select all {number} that match", { number: count(total) })}
    </Button>
  );
}
