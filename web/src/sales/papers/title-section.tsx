import type { Invoice } from "@gavelyard/contract/sales/payments";
import { dayWords } from "@gavelyard/domain/sales/pickup";
import { isInHand } from "@gavelyard/domain/titles/title";
import { titleStateNames } from "@gavelyard/domain/titles/title-names";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { say, t } from "@gavelyard/messages/text";
import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Facts } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** Where the title of a paid unit is, and by when the buyer has it (D82). */
export function TitleSection({
  title: { state, expectedOn, promisedBy, dayThirty, left },
  timeZone,
}: {
  title: NonNullable<Invoice["title"]>;
  timeZone: string;
}) {
  const rows: (readonly [string, ReactNode])[] = [];
  if (expectedOn !== null) rows.push([t("Expected by"), dayWords(expectedOn)]);
  if (left === null && state !== "NOT_TITLED")
    rows.push([t("Sent to you by"), dayWords(promisedBy)]);
  if (left !== null) {
    const { how, at, carrier, tracking, recipient } = left;
    rows.push([
      how === "SENT" ? t("Sent [title]") : t("Handed over"),
      formatDateTime(at, timeZone),
    ]);
    if (carrier !== "") rows.push([t("Carrier"), carrier]);
    if (tracking !== "")
      rows.push([
        t("Tracking number"),
        <>
          {tracking} <CopyButton what={t("Tracking number")} text={tracking} />
        </>,
      ]);
    if (recipient !== "") rows.push([t("Handed to"), recipient]);
  }
  return (
    <section aria-label={t("Title")} className="rounded-lg border border-line bg-sheet p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3>{t("Title")}</h3>
        <Badge tone={left === null ? "attention" : "winning"}>
          {isInHand(state) ? t("In our safe") : say(titleStateNames[state])}
        </Badge>
      </div>
      {rows.length === 0 ? (
        <p>{t("This unit has no title. The bill of sale is your proof of ownership.")}</p>
      ) : (
        <Facts rows={rows} />
      )}
      {left === null && state !== "NOT_TITLED" ? (
        <p className="mt-2 text-sm text-soft">
          {t("Contact us if we haven't sent it by {day}, 30 days after your payment cleared.", {
            day: dayWords(dayThirty),
          })}
        </p>
      ) : null}
    </section>
  );
}
