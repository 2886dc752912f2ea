import type { ViewedTable } from "@gavelyard/contract/table-views";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Columns3 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { CheckField, TextField } from "../ui/form/field.tsx";
import { textIn } from "../ui/form/form-text.ts";
import { hiddenColumns, type Column } from "../ui/list/data-table.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { Link, useLocation } from "../ui/page/router.tsx";
import { useAddress } from "../ui/page/use-address.ts";
import { tableViewsQuery } from "./api.ts";
import { viewOf } from "./view-of.ts";

/** Chooses a table's columns, and keeps its filters, order and columns under a name (D90). */
export function TableViews<Row>({
  table,
  columns,
}: {
  table: ViewedTable;
  columns: readonly Column<Row>[];
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden className="size-4" /> {t("Views and columns")}
      </Button>
      {open ? (
        <Sheet title={t("Views and columns")} place="right" onClose={() => setOpen(false)}>
          <Columns columns={columns} />
          <Views table={table} onClose={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </>
  );
}

function Columns<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const address = useAddress();
  const hidden = hiddenColumns(address);
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    address.set({ hide: [...next].sort().join(".") }, true);
  };
  return (
    <fieldset className="mb-6">
      <legend className="mb-2 text-lg font-bold">{t("Columns")}</legend>
      {columns.map(({ id, name }) =>
        id === undefined ? null : (
          <CheckField key={id} label={name} checked={!hidden.has(id)} onChange={() => toggle(id)} />
        ),
      )}
    </fieldset>
  );
}

function Views({ table, onClose }: { table: ViewedTable; onClose: () => void }) {
  const { search } = useLocation();
  const query = useQuery(tableViewsQuery(useCall(), table));
  const shown = viewOf(search);
  const save = useAction(
    (call, name: string) => call("saveTableView", { body: { table, name, query: shown } }),
    {
      done: t("View saved"),
      failed: t("Couldn't save the view."),
      refresh: [["staff", "table-views"]],
    },
  );
  const remove = useAction(
    (call, id: number) => call("deleteTableView", { params: { id: String(id) } }),
    {
      done: t("View deleted"),
      failed: t("Couldn't delete the view."),
      refresh: [["staff", "table-views"]],
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    save.mutate(textIn(new FormData(form), "name"), { onSuccess: () => form.reset() });
  };
  return (
    <section>
      <h3 className="mb-2">{t("Saved views")}</h3>
      <Read query={query} failure={t("Couldn't load your views.")} className="h-24">
        {(views) =>
          views.length === 0 ? (
            <p className="text-soft">
              {t("No views yet. Set filters, order and columns, then save them.")}
            </p>
          ) : (
            <ul aria-label={t("Saved views")}>
              {views.map((view) => (
                <li
                  key={view.id}
                  className="flex min-h-11 items-center justify-between gap-2 border-b border-line last:border-0"
                >
                  <Link
                    to={`?${view.query}`}
                    className="font-semibold wrap-anywhere"
                    aria-current={view.query === shown ? "true" : undefined}
                    onClick={onClose}
                  >
                    {view.name}
                  </Link>
                  <Button
                    tone="quiet"
                    busy={remove.isPending}
                    onClick={() => remove.mutate(view.id)}
                  >
                    {t("Delete")}
                    <span className="sr-only"> {view.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      <form className="mt-4 flex flex-wrap items-end gap-3" onSubmit={submit}>
        <TextField
          label={t("Name of this view")}
          name="name"
          required
          maxLength={60}
          className="min-w-40 flex-1"
        />
        <Button type="submit" tone="primary" busy={save.isPending}>
          {t("Save view")}
        </Button>
      </form>
      <p className="mt-4 flex flex-wrap items-center gap-2 text-sm text-soft">
        {t("Share this view as a link")}
        <CopyButton
          what={t("Link")}
          text={`${window.location.origin}${window.location.pathname}?${shown}`}
        />
      </p>
    </section>
  );
}
