import { t } from "@gavelyard/messages/text";
import { useSite } from "../site/site.ts";

/** Operators' notice on every page, in addition to the live banner. */
export function NoticeBar() {
  const { notice = "", bidding = true } = useSite() ?? {};
  const outage = bidding ? "" : t("Bidding will be back shortly. You can keep browsing.");
  return [outage, notice]
    .filter((text) => text !== "")
    .map((text) => (
      <aside
        key={text}
        aria-label={t("Notice")}
        className="print:hidden border-b border-line bg-sunken px-4 py-2 text-center font-semibold"
      >
        {text}
      </aside>
    ));
}
