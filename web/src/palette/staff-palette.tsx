import { t } from "@gavelyard/messages/text";
import type { FoundRecord } from "@gavelyard/contract/staff-search";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { useCommonItems } from "./common-items.ts";
import { findQuery } from "./api.ts";
import { messageOf } from "../api/messages.ts";
import type { Session } from "../session/session.ts";
import {
  matchingItems,
  Palette,
  type PaletteGroup,
  type PaletteItem,
} from "../ui/overlay/palette.tsx";
import { navigate } from "../ui/page/router.tsx";
import { ErrorState } from "../ui/states.tsx";
import { useSettled } from "../ui/page/use-settled.ts";
import { usePermissions } from "../account/api.ts";
import { actionsFor, actionsOnRecord, type PaletteAction } from "./palette-actions.ts";
import { staffTabsFor } from "../dashboard/staff-tabs.ts";
import { usePaletteCommand } from "./use-palette-command.ts";

/** Minimum characters before records are searched. */
const MIN_QUERY_LENGTH = 2;

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

/** Opens any part or record and runs what the viewer's permissions allow (D57). */
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
  const isQueried = settled.length >= MIN_QUERY_LENGTH && settled === typed;
  const query = useQuery({ ...findQuery(call, settled), enabled: isQueried });
  const viewer = { admin: session.userRole === "ROLE_ADMIN", permissions: usePermissions() };
  const itemOf = (group: string, action: PaletteAction): PaletteItem => ({
    key: `${group} ${action.title}`,
    title: action.title,
    run: () => ("path" in action ? navigate(action.path) : command(action.command)),
  });
  /** A record runs its first action; it is left out when the viewer has none. */
  const itemsOf = (record: FoundRecord): PaletteItem[] => {
    const { kind, id, title, detail } = record;
    const more = actionsOnRecord(record, viewer).map((action) => itemOf(`${kind} ${id}`, action));
    const [first] = more;
    if (first === undefined) return [];
    const item = { key: `${kind} ${id}`, title, detail, run: first.run };
    return [more.length > 1 ? { ...item, more } : item];
  };
  const parts = staffTabsFor(viewer).map(({ value, title }) =>
    itemOf("part", { title, path: `/admin-dashboard?tab=${value}` }),
  );
  const actions = actionsFor(viewer).map((action) => itemOf("do", action));
  const records = isQueried ? (query.data ?? []) : [];
  const groups: readonly PaletteGroup[] = [
    [t("Pages"), matchingItems(parts, typed)],
    [t("Action"), matchingItems([...actions, ...common], typed)],
    ...headings.map(([kind, heading]): PaletteGroup => [
      heading,
      records.filter((record) => record.kind === kind).flatMap(itemsOf),
    ]),
  ];
  return (
    <Palette
      placeholder={t("Search pages, records and actions")}
      groups={groups}
      isSearching={typed.length >= MIN_QUERY_LENGTH && (!isQueried || query.isFetching)}
      failure={
        isQueried && query.error !== null ? (
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
