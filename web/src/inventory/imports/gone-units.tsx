import type { GoneUnit, UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable, type Column } from "../../ui/list/data-table.tsx";
import { Pagination } from "../../ui/list/pagination.tsx";
import { ActionButton } from "../../api/action-button.tsx";
import { Link } from "../../ui/page/router.tsx";
import { numberOf, useAddress } from "../../ui/page/use-address.ts";
import { words } from "../../ui/text/format.ts";
import { goneUnitsQuery, importKeys } from "./import-api.ts";

/** Units of the source's last list that this one doesn't have, to withdraw in one step (D84). */
export function GoneUnits({ one }: { one: UnitImport }) {
  const address = useAddress();
  const query = useQuery(goneUnitsQuery(useCall(), one.id, numberOf(address.get("gone")) ?? 0));
  const columns: readonly Column<GoneUnit>[] = [
    {
      name: t("Unit"),
      render: ({ id, name }) => (
        <Link
          to={`?tab=inventory&unit=${id}`}
          className="inline-flex min-h-9 items-center font-semibold text-ink"
        >
          {name}
        </Link>
      ),
    },
    { name: t("Stock number"), render: ({ stockNumber }) => stockNumber },
    {
      name: t("Status"),
      render: ({ status, inAuction }) =>
        inAuction ? t("In an auction. Remove it from the run list first.") : words(status),
    },
  ];
  return (
    <Card
      className="my-5"
      title={plural(
        one.gone,
        "{n} unit of the last list is gone",
        "{n} units of the last list are gone",
      )}
      action={
        <ActionButton
          label={t("Withdraw units")}
          title={t("Withdraw the units that are gone?")}
          confirmLabel={t("Withdraw units")}
          act={async (call) => {
            const params = { id: String(one.id) };
            while ((await call("withdrawGone", { params })).withdrawn > 0);
          }}
          done={t("Units withdrawn")}
          failed={t("Couldn't withdraw all units.")}
          refresh={[...importKeys, ["inventories"]]}
        >
          {t("Buyers no longer see them. Units in an auction stay. You can publish them again.")}
        </ActionButton>
      }
    >
      <Read query={query} failure={t("Couldn't load the units.")} className="h-40">
        {({ content, number, totalPages }) => (
          <>
            <DataTable
              label={t("Units that are gone")}
              columns={columns}
              rows={content}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
              empty={t("No units are gone")}
            />
            <Pagination
              page={number}
              totalPages={totalPages}
              linkTo={(page) => address.toPage(page, "gone")}
            />
          </>
        )}
      </Read>
    </Card>
  );
}
