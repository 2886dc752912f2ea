import type { SettingSlug } from "@gavelyard/contract/operating-settings";
import type { FoundRecord } from "@gavelyard/contract/staff-search";
import { t } from "@gavelyard/messages/text";
import { missingFor, type Viewer } from "../dashboard/staff-tabs.ts";

/** Commands of the palette that do more than open a page. */
export type PaletteCommand = "export-units" | { readonly invoicePdf: string };

/** An item of the palette: a page to open, or a command. */
export type PaletteAction = { readonly title: string } & (
  | { readonly path: string }
  | { readonly command: PaletteCommand }
);

const home = "/admin-dashboard";
const page = (title: string, query: string): PaletteAction => ({ title, path: `${home}?${query}` });

const settingParts: Readonly<Record<SettingSlug, string>> = {
  contact: t("Settings: contact details"),
  notice: t("Settings: banner notice"),
  "bank-details": t("Settings: bank details"),
  "two-person-rule": t("Settings: two-person rule"),
  "bid-limit": t("Settings: bid limit for new customers"),
  fees: t("Settings: fees"),
  tax: t("Settings: sales tax"),
  "soft-close": t("Settings: soft close"),
  increments: t("Settings: bid increments"),
  negotiation: t("Settings: negotiations"),
  clearing: t("Settings: cleared money"),
  accounts: t("Settings: accounts of the books"),
  titles: t("Settings: titles"),
  reasons: t("Settings: reasons"),
  delivery: t("Settings: delivery"),
  "api-keys": t("Settings: API keys"),
  "customer-api-keys": t("Settings: API keys for customers"),
  webhooks: t("Settings: webhooks"),
  emails: t("Settings: emails"),
};

/** Returns whether the viewer's permissions are enough for an action (D57). */
function mayDo(action: PaletteAction, { permissions }: Viewer): boolean {
  if ("path" in action) {
    const [page, query] = action.path.split("?");
    return page !== home || missingFor(new URLSearchParams(query), permissions) === null;
  }
  return permissions.includes(action.command === "export-units" ? "auctions" : "money");
}

/** Returns the viewer's actions that don't depend on a record. */
export function actionsFor(viewer: Viewer): readonly PaletteAction[] {
  const all: readonly PaletteAction[] = [
    page(t("New unit"), "tab=inventory&unit=new"),
    page(t("New auction"), "tab=auctions&auction=new"),
    page(t("Import units from a file"), "tab=inventory&import=1"),
    ...(viewer.permissions.includes("auctions")
      ? [{ title: t("Yard pictures"), path: "/yard" }]
      : []),
    page(t("Spellings of makes and models"), "tab=inventory&spellings=1"),
    ...(viewer.admin ? [page(t("New support user"), "tab=users&kind=support&new=1")] : []),
    { title: t("Export the inventory as CSV"), command: "export-units" },
    page(t("Payments by buyer"), "tab=payments&view=buyers"),
    page(t("Export payments"), "tab=payments&view=export"),
    page(t("Today's pickups"), "tab=payments&view=pickups"),
    page(t("Release unit"), "tab=gate"),
    page(t("Titles due today"), "tab=titles"),
    page(t("New seller"), "tab=sellers&seller=new"),
    page(t("Auctions to settle"), "tab=auctions&view=unsettled"),
    page(t("Drafts"), "tab=inventory&status=DRAFT"),
    ...Object.entries(settingParts).map(([part, title]) =>
      page(title, `tab=settings&part=${part}`),
    ),
    { title: t("View public site"), path: "/" },
  ];
  return all.filter((action) => mayDo(action, viewer));
}

const hidden = new Set(["DRAFT", "WITHDRAWN", "ARCHIVED", "CANCELLED"]);
/** LIVE too, since some of its lots may have closed. */
const sold = new Set(["LIVE", "EXPIRED", "SETTLED"]);

/** Returns a record's actions for the viewer; choosing the record runs the first one. */
export const actionsOnRecord = (record: FoundRecord, viewer: Viewer): readonly PaletteAction[] =>
  allActionsOn(record).filter((action) => mayDo(action, viewer));

function allActionsOn({ kind, id, state, path }: FoundRecord): readonly PaletteAction[] {
  const audit = (subject: string) =>
    page(t("View history"), `tab=audit&subject=${subject}&number=${id}`);
  const own = (title: string): PaletteAction => ({ title, path });
  switch (kind) {
    case "UNIT":
      return [
        own(t("Edit")),
        ...(hidden.has(state) ? [] : [{ title: t("View page"), path: `/truck/${id}` }]),
        page(t("Title"), `tab=titles&unit=${id}`),
        audit("inventory"),
      ];
    case "AUCTION":
      return [
        own(t("Edit")),
        ...(state === "LIVE" ? [page(t("Control room"), `tab=control&auction=${id}`)] : []),
        ...(sold.has(state)
          ? [
              page(t("Winners"), `tab=winners&auction=${id}`),
              page(t("Payments"), `tab=payments&auction=${id}`),
            ]
          : []),
        ...(hidden.has(state) ? [] : [{ title: t("View page"), path: `/auctions/${id}` }]),
        audit("auction"),
      ];
    case "USER":
      return [
        own(t("Open [button]")),
        ...(state === "ROLE_CUSTOMER"
          ? [page(t("Bids"), `tab=users&user=${id}&part=bids`)]
          : [page(t("View activity"), `tab=audit&actor=${id}`)]),
        audit("user"),
      ];
    case "FINANCE_REQUEST":
      return [own(t("Open [button]")), audit("finance-request")];
    case "LEAD":
    case "MESSAGE":
      return [own(t("Open [button]")), audit("enquiry")];
    case "INVOICE":
      return [own(t("Open [button]")), { title: t("Save as PDF"), command: { invoicePdf: id } }];
    case "LIMIT_REQUEST":
      return [own(t("Open [button]"))];
  }
}
