import type { UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Rich } from "../../ui/text/rich.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { numberOf, useAddress } from "../../ui/page/use-address.ts";
import { importQuery } from "./import-api.ts";
import { GoneUnits } from "./gone-units.tsx";
import { ImportColumns } from "./import-columns.tsx";
import { ImportPictures } from "./import-pictures.tsx";
import { LoosePictures } from "./loose-pictures.tsx";
import { ImportResults } from "./import-results.tsx";
import { ImportRows } from "./import-rows.tsx";
import { ImportStart } from "./import-start.tsx";
import { ProgressBar } from "./progress-bar.tsx";

/** ID in the address for an import that has not started; real imports have higher IDs. */
const NEW = 1;
const steps = [t("File"), t("Columns"), t("Check"), t("Import"), t("Results")] as const;
type Step = (typeof steps)[number];

/** The address has the import's ID, so that it can be resumed. */
export default function ImportWizard() {
  const id = numberOf(useAddress().get("import"));
  return id === null || id === NEW ? <FirstStep /> : <Started key={id} id={id} />;
}

function FirstStep() {
  return (
    <>
      <Steps at={t("File")} />
      <ImportStart />
    </>
  );
}

function Started({ id }: { id: number }) {
  const address = useAddress();
  const query = useQuery(importQuery(useCall(), id));
  return (
    <Read query={query} failure={t("Couldn't load the import.")} className="h-96">
      {(one) => {
        const step = stepOf(one, address.get("step"));
        return (
          <>
            <Steps at={step} />
            <p className="mb-4 text-soft">
              <Rich
                text={
                  one.sheet === null
                    ? t("<file>{file}</file>, uploaded by {name}", {
                        file: one.fileName,
                        name: one.createdBy,
                      })
                    : t("<file>{file}</file>, sheet “{sheet}”, uploaded by {name}", {
                        file: one.fileName,
                        sheet: one.sheet,
                        name: one.createdBy,
                      })
                }
                file={(name) => (
                  <span className="font-semibold text-ink wrap-anywhere">{name}</span>
                )}
              />
            </p>
            <Stage one={one} step={step} />
          </>
        );
      }}
    </Read>
  );
}

function stepOf({ state }: UnitImport, asked: string): Step {
  switch (state) {
    case "UPLOADED":
      return t("Columns");
    case "CHECKED":
      return asked === "columns" ? t("Columns") : t("Check");
    case "IMPORTING":
      return t("Import");
    case "DONE":
      return t("Results");
    case "CANCELLED":
      return t("File");
  }
}

function Stage({ one, step }: { one: UnitImport; step: Step }) {
  const address = useAddress();
  switch (step) {
    case "Columns":
      // Reading the file in another way guesses its columns again.
      return <ImportColumns key={JSON.stringify([one.reading, one.sheet])} one={one} />;
    case "Check":
      return <ImportRows one={one} />;
    case "Import":
      return (
        <section aria-label={t("Import")} className="rounded-lg border border-line bg-sheet p-5">
          <ProgressBar
            label={t("Units imported")}
            done={one.doneRows}
            of={Math.max(one.matches.added + one.matches.changed, one.doneRows)}
          />
          <p className="mt-3 text-soft">
            {t(
              "Either all units are imported or none are. You can leave this page; the import keeps running.",
            )}
          </p>
        </section>
      );
    case "Results":
      return (
        <div className="grid gap-6">
          <ImportResults one={one} />
          {one.gone === 0 ? null : <GoneUnits one={one} />}
          <ImportPictures one={one} />
          <LoosePictures one={one} />
        </div>
      );
    case "File":
      return (
        <EmptyState title={t("This import was canceled")}>
          <LinkButton tone="primary" to={address.to({ import: NEW })}>
            {t("Start a new import")}
          </LinkButton>
        </EmptyState>
      );
  }
}

/** The steps. A new step begins at its top, for eyes and for screen readers. */
function Steps({ at }: { at: Step }) {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    list.current?.scrollIntoView();
    list.current?.focus();
  }, [at]);
  return (
    <ol
      ref={list}
      tabIndex={-1}
      aria-label={t("Import steps")}
      className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-sm"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === at ? "step" : undefined}
          className={step === at ? "border-b-2 border-ink font-bold" : "text-soft"}
        >
          {index + 1}. {step}
        </li>
      ))}
    </ol>
  );
}
