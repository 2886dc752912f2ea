import { t } from "@gavelyard/messages/text";
import type { FoundRecord } from "@gavelyard/contract/office";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { useCommonItems } from "../layout/common-items.ts";
import { findQuery } from "../office/api.ts";
import { messageOf } from "../session/messages.ts";
import type { Session } from "../session/session.ts";
import { named, Palette, type PaletteGroup, type PaletteItem } from "../ui/palette.tsx";
import { navigate } from "../ui/router.tsx";
import { ErrorState } from "../ui/states.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { usePermissions } from "../users/api.ts";
import { actsOf, actsOfRecord, type Act } from "./palette-acts.ts";
import { staffTabsFor } from "./staff-tabs.ts";
import { usePaletteCommand } from "./use-palette-command.ts";

/** Minimum characters before records are searched. */
const SHORTEST = 2;

const headings = [
  ["UNIT", t("Units")],
  ["AUCTION", t("Auctions")],
  ["USER", t("Users")],
  ["LIMIT_REQUEST", t("Limit requests")],
  ["FINANCE_REQUEST", t("Finance applications")],
  ["LEAD", t("Leads")],
  ["MESSAGE", t("Messages")],
  ["INVOICE", t("Invoices")],
] as const satisfies readonly (readonly [FoundRecord["kind"], string])[];

/** The palette of staff: opens any part or record and runs what their permissions allow (D57). */
export default function StaffPalette({
  session,
  onClose,
}: {
  session: Session;
  onClose: () => void;
}) {
  const command = usePaletteCommand();
  const call = useCall();
  const [typed, setTyped] = useState("");
  const settled = useSettled(typed);
  const common = useCommonItems();
  const isAsked = settled.length >= SHORTEST && settled === typed;
  const query = useQuery({ ...findQuery(call, settled), enabled: isAsked });
  const viewer = { admin: session.userRole === "ROLE_ADMIN", permissions: usePermissions() };
  const itemOf = (group: string, act: Act): PaletteItem => ({
    key: `${group} ${act.title}`,
    title: act.title,
    run: () => ("path" in act ? navigate(act.path) : command(act.deed)),
  });
  /** A record runs its first action; it is left out when the viewer has none. */
  const itemsOf = (record: FoundRecord): PaletteItem[] => {
    const { kind, id, title, detail } = record;
    const more = actsOfRecord(record, viewer).map((act) => itemOf(`${kind} ${id}`, act));
    const [first] = more;
    if (first === undefined) return [];
    const item = { key: `${kind} ${id}`, title, detail, run: first.run };
    return [more.length > 1 ? { ...item, more } : item];
  };
  const parts = staffTabsFor(viewer).map(({ value, title }) =>
    itemOf("part", { title, path: `/admin-dashboard?tab=${value}` }),
  );
  const acts = actsOf(viewer).map((act) => itemOf("do", act));
  const records = isAsked ? (query.data ?? []) : [];
  const groups: readonly PaletteGroup[] = [
    [t("Pages"), named(parts, typed)],
    [t("Action"), named([...acts, ...common], typed)],
    ...headings.map(([kind, heading]): PaletteGroup => [
      heading,
      records.filter((record) => record.kind === kind).flatMap(itemsOf),
    ]),
  ];
  return (
    <Palette
      placeholder={t("Search pages, records and actions")}
      groups={groups}
      isSearching={typed.length >= SHORTEST && (!isAsked || query.isFetching)}
      failure={
        isAsked && query.error !== null ? (
          <ErrorState
            message={messageOf(query.error, t("Couldn't load records."))}
            onRetry={() => unawaited(query.refetch())}
          />
        ) : null
      }
      onType={setTyped}
      onClose={onClose}
    />
  );
}
