import type { SettingSlug } from "@gavelyard/contract/operating-settings";
import type { FoundRecord } from "@gavelyard/contract/office";
import { t } from "@gavelyard/messages/text";
import { missingFor, type Viewer } from "./staff-tabs.ts";

/** Commands of the palette that do more than open a page. */
export type Deed = "export-units" | { readonly invoicePdf: string };

/** An item of the palette: a page to open, or a command. */
export type Act = { readonly title: string } & (
  | { readonly path: string }
  | { readonly deed: Deed }
);

const home = "/admin-dashboard";
const at = (title: string, query: string): Act => ({ title, path: `${home}?${query}` });

const settingParts: Readonly<Record<SettingSlug, string>> = {
  contact: t("Settings: contact details"),
  notice: t("Settings: banner notice"),
  "bank-details": t("Settings: bank details"),
  "two-person-rule": t("Settings: two-person rule"),
  "bid-limit": t("Settings: bid limit for new customers"),
  fees: t("Settings: fees"),
  "soft-close": t("Settings: soft close"),
  increments: t("Settings: bid increments"),
  negotiation: t("Settings: negotiations"),
  delivery: t("Settings: delivery"),
  "api-keys": t("Settings: API keys"),
  "customer-api-keys": t("Settings: API keys for customers"),
  webhooks: t("Settings: webhooks"),
  emails: t("Settings: emails"),
};

/** Returns whether the viewer's permissions are enough for an action (D57). */
function mayDo(act: Act, { permissions }: Viewer): boolean {
  if ("path" in act) {
    const [page, query] = act.path.split("?");
    return page !== home || missingFor(new URLSearchParams(query), permissions) === null;
  }
  return permissions.includes(act.deed === "export-units" ? "auctions" : "money");
}

/** Returns the actions that are available to the viewer everywhere. */
export function actsOf(viewer: Viewer): readonly Act[] {
  const all: readonly Act[] = [
    at(t("New unit"), "tab=inventory&unit=new"),
    at(t("New auction"), "tab=auctions&auction=new"),
    at(t("Import units from a file"), "tab=inventory&import=1"),
    ...(viewer.admin ? [at(t("New support user"), "tab=users&kind=support&new=1")] : []),
    { title: t("Export the inventory as CSV"), deed: "export-units" },
    at(t("Export payments"), "tab=payments&view=export"),
    at(t("Today's pickups"), "tab=payments&view=pickups"),
    at(t("Auctions to settle"), "tab=auctions&view=unsettled"),
    at(t("Drafts"), "tab=inventory&status=DRAFT"),
    ...Object.entries(settingParts).map(([part, title]) => at(title, `tab=settings&part=${part}`)),
    { title: t("View public site"), path: "/" },
  ];
  return all.filter((act) => mayDo(act, viewer));
}

const hidden = new Set(["DRAFT", "WITHDRAWN", "ARCHIVED", "CANCELLED"]);
/** LIVE too, since some of its lots may have closed. */
const sold = new Set(["LIVE", "EXPIRED", "SETTLED"]);

/** Returns a record's actions for the viewer; choosing the record runs the first one. */
export const actsOfRecord = (record: FoundRecord, viewer: Viewer): readonly Act[] =>
  everyActOf(record).filter((act) => mayDo(act, viewer));

function everyActOf({ kind, id, state, path }: FoundRecord): readonly Act[] {
  const audit = (subject: string) =>
    at(t("View history"), `tab=audit&subject=${subject}&number=${id}`);
  const own = (title: string): Act => ({ title, path });
  switch (kind) {
    case "UNIT":
      return [
        own(t("Edit")),
        ...(hidden.has(state) ? [] : [{ title: t("View page"), path: `/truck/${id}` }]),
        audit("inventory"),
      ];
    case "AUCTION":
      return [
        own(t("Edit")),
        ...(state === "LIVE" ? [at(t("Control room"), `tab=control&auction=${id}`)] : []),
        ...(sold.has(state)
          ? [
              at(t("Winners"), `tab=winners&auction=${id}`),
              at(t("Payments"), `tab=payments&auction=${id}`),
            ]
          : []),
        ...(hidden.has(state) ? [] : [{ title: t("View page"), path: `/auctions/${id}` }]),
        audit("auction"),
      ];
    case "USER":
      return [
        own(t("Open [button]")),
        ...(state === "ROLE_CUSTOMER"
          ? [at(t("Bids"), `tab=users&user=${id}&part=bids`)]
          : [at(t("View activity"), `tab=audit&actor=${id}`)]),
        audit("user"),
      ];
    case "FINANCE_REQUEST":
      return [own(t("Open [button]")), audit("finance-request")];
    case "LEAD":
    case "MESSAGE":
      return [own(t("Open [button]")), audit("enquiry")];
    case "INVOICE":
      return [own(t("Open [button]")), { title: t("Save as PDF"), deed: { invoicePdf: id } }];
    case "LIMIT_REQUEST":
      return [own(t("Open [button]"))];
  }
}
