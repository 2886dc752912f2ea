import type { ImportHead } from "@gavelyard/contract/inventory/unit-imports";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useCall } from "../../api/api-context.ts";
import { browserZone } from "../../clock.ts";
import { Read } from "../../api/read.tsx";
import { useAction } from "../../api/use-action.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable, type Column } from "../../ui/list/data-table.tsx";
import { FileField } from "../../ui/form/field.tsx";
import { count } from "../../ui/text/format.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { numberOf, useAddress } from "../../ui/page/use-address.ts";
import { ExportButton } from "../export-button.tsx";
import { importsQuery } from "../api.ts";
import { importKeys } from "./import-api.ts";
import { Link } from "../../ui/page/router.tsx";

const MAX_BYTES = 10 * 1024 * 1024;

const states: Readonly<Record<ImportHead["state"], readonly [words: string, tone: BadgeTone]>> = {
  UPLOADED: [t("Match columns"), "neutral"],
  CHECKED: [t("Checked"), "neutral"],
  IMPORTING: [t("Importing"), "attention"],
  DONE: [t("Done"), "winning"],
  CANCELLED: [t("Canceled"), "neutral"],
};

export function ImportStart() {
  return (
    <div className="grid gap-6">
      <FileForm />
      <PreviousImports />
    </div>
  );
}

function FileForm() {
  const address = useAddress();
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const upload = useAction(
    (call, given: File) => {
      const form = new FormData();
      form.append("file", given);
      return call("createUnitImport", { form });
    },
    { done: t("Reading the file"), failed: t("Couldn't upload the file."), refresh: importKeys },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined) return setFault(t("Choose a file"));
    if (file.size > MAX_BYTES)
      return setFault(t("A file can be up to 10 MB. Split it into several."));
    return upload.mutate(file, { onSuccess: ({ id }) => address.set({ import: id }) });
  };
  return (
    <Card title={t("Import units")}>
      <form className="grid max-w-xl gap-4" onSubmit={submit}>
        <FileField
          label={t("CSV or XLSX file")}
          accept=".csv,.tsv,.txt,.xlsx"
          error={fault}
          hint={t("Up to 10 MB and 20,000 rows. You review everything before it is imported.")}
          onChange={({ target }) => {
            setFile(target.files?.[0]);
            setFault(undefined);
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="primary" busy={upload.isPending}>
            {t("Upload file")}
          </Button>
          <ExportButton search={{}}>{t("Export all units")}</ExportButton>
        </div>
        <p className="text-sm text-soft">
          {t("The export has every column the import accepts, with the same names.")}
        </p>
      </form>
    </Card>
  );
}

function PreviousImports() {
  const address = useAddress();
  const zone = browserZone();
  const query = useQuery(importsQuery(useCall(), numberOf(address.get("imports")) ?? 0));
  const columns: readonly Column<ImportHead>[] = [
    {
      name: t("Import"),
      render: ({ id, fileName }) => (
        <Link
          to={address.to({ import: id })}
          className="inline-flex min-h-9 items-center font-semibold text-ink wrap-anywhere"
        >
          {id}, {fileName}
        </Link>
      ),
    },
    {
      name: t("Status"),
      render: ({ state }) => <Badge tone={states[state][1]}>{states[state][0]}</Badge>,
    },
    { name: t("Rows"), right: true, render: ({ rowCount }) => count(rowCount) },
    { name: t("With errors"), right: true, render: ({ errorRows }) => count(errorRows) },
    { name: t("Imported"), right: true, render: ({ doneRows }) => count(doneRows) },
    { name: t("Uploaded by"), render: ({ createdBy }) => createdBy },
    {
      name: t("Uploaded"),
      right: true,
      render: ({ createdAt }) => formatDateTime(createdAt, zone),
    },
  ];
  return (
    <section aria-label={t("Previous imports")}>
      <h2 className="mb-3">{t("Previous imports")}</h2>
      <Read query={query} failure={t("Couldn't load the imports.")}>
        {({ content, number, totalPages }) => (
          <>
            <DataTable
              label={t("Previous imports")}
              columns={columns}
              rows={content}
              keyOf={({ id }) => id}
              nameOf={({ id }) => t("import {id}", { id })}
              empty={t("No imports yet")}
            />
            <Pagination
              page={number}
              totalPages={totalPages}
              linkTo={(page) => address.toPage(page, "imports")}
            />
          </>
        )}
      </Read>
    </section>
  );
}
