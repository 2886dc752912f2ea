import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { AsWritten } from "../../ui/text/as-written.tsx";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { StockLine } from "../stock-line.tsx";
import KeyFacts from "../browse/key-facts.tsx";
import Specifications from "../browse/specifications.tsx";
import WriteUp from "../browse/write-up.tsx";
import { importPreviewQuery } from "./import-api.ts";

/** Units that the server shows. */
const PREVIEWED = 3;

/** Shows the first units of an import as buyers would see them, before any is added. */
export function ImportPreview({ id, units }: { id: number; units: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Eye aria-hidden className="size-4" />{" "}
        {t("See {number} as buyers do", { number: Math.min(units, PREVIEWED) })}
      </Button>
      {open ? (
        <Sheet title={t("As buyers will see them")} place="right" onClose={() => setOpen(false)}>
          <Previews id={id} />
        </Sheet>
      ) : null}
    </>
  );
}

function Previews({ id }: { id: number }) {
  const query = useQuery(importPreviewQuery(useCall(), id));
  return (
    <Read query={query} failure={t("Couldn't load the preview.")} className="h-96">
      {(units) =>
        units.length === 0 ? (
          <p>{t("Every row has errors. Correct one to see it.")}</p>
        ) : (
          <div className="grid gap-8">
            {units.map((unit) => (
              <Preview key={unit.stockNumber} unit={unit} />
            ))}
          </div>
        )
      }
    </Read>
  );
}

function Preview({ unit }: { unit: InventoryDetail }) {
  return (
    <article className="border-b border-line pb-6">
      <h3>{unit.name}</h3>
      <StockLine unit={unit} />
      <KeyFacts unit={unit} />
      <AsWritten text={unit.description} className="mt-4 whitespace-pre-line" />
      <WriteUp specs={unit.specs} />
      <h4 className="mt-4 mb-2 font-semibold">{t("Specifications")}</h4>
      <Specifications unit={unit} />
    </article>
  );
}
