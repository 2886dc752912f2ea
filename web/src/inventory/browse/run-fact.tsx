import type { RunCondition } from "@gavelyard/domain/inventory/run-condition";
import { t } from "@gavelyard/messages/text";
import { Info } from "lucide-react";
import { useState } from "react";
import { words } from "../../ui/text/format.ts";
import { later } from "../../ui/later.tsx";

const RunMeaning = later(() => import("./run-meaning.tsx"));

/** How a unit runs, as a button that explains it. */
export function RunFact({ condition }: { condition: RunCondition }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t("{condition}: what it means", { condition: words(condition) })}
        className="-my-3 inline-flex items-center gap-1 py-3 text-left font-semibold underline decoration-dotted underline-offset-4"
        onClick={() => setOpen(true)}
      >
        {words(condition)} <Info aria-hidden className="size-4 shrink-0" />
      </button>
      {open ? <RunMeaning condition={condition} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
