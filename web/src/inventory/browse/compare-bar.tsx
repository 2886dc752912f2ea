import { plural, t } from "@gavelyard/messages/text";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { clearCompared, useCompared } from "./compare-store.ts";
import { later } from "../../ui/later.tsx";

const CompareTable = later(() => import("./compare-table.tsx"));

export default function CompareBar() {
  const chosen = useCompared();
  const [open, setOpen] = useState(false);
  if (chosen.length === 0) return null;
  const clear = () =>
    toast({ type: "success", title: t("Comparison cleared"), undo: clearCompared() });
  return (
    <section
      aria-label={t("Comparison")}
      className="sticky bottom-0 z-30 flex flex-wrap items-center gap-3 border-t border-line bg-sheet px-4 py-3 print:hidden"
    >
      <p className="mr-auto font-semibold" aria-live="polite">
        {plural(chosen.length, "{n} unit selected", "{n} units selected")}
      </p>
      <Button tone="quiet" onClick={clear}>
        {t("Clear")}
      </Button>
      <Button tone="primary" disabled={chosen.length < 2} onClick={() => setOpen(true)}>
        {t("Compare")}
      </Button>
      {open ? <CompareTable ids={chosen} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
