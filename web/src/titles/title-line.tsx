import type { TitleLine } from "@gavelyard/contract/titles";
import { dayWords } from "@gavelyard/domain/sales/pickup";
import { titleFaultNames, titleStateNames } from "@gavelyard/domain/titles/title-names";
import type { TitleState } from "@gavelyard/domain/titles/title";
import { say, t } from "@gavelyard/messages/text";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Link } from "../ui/page/router.tsx";
import { useAddress } from "../ui/page/use-address.ts";

/** A unit in the desk's list; leads to its title. */
export function TitleLink({ line }: { line: TitleLine }) {
  const address = useAddress();
  return (
    <li>
      <Link
        to={address.to({ unit: line.inventoryId })}
        className="grid gap-x-6 gap-y-1 rounded-lg border border-line bg-sheet p-3 text-ink no-underline hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="min-w-0">
          <strong className="block">{line.name}</strong>
          <span className="block text-sm text-soft wrap-anywhere">
            {[t("Stock {stockNumber}", { stockNumber: line.stockNumber }), line.vin, line.yard]
              .filter((one) => one !== null)
              .join(" · ")}
          </span>
        </span>
        <span className="grid content-start gap-1 text-sm sm:justify-items-end">
          <TitleBadges line={line} />
          <Waiting line={line} />
        </span>
      </Link>
    </li>
  );
}

const tones: Readonly<Record<TitleState, BadgeTone>> = {
  EXPECTED: "neutral",
  RECEIVED: "attention",
  READY: "winning",
  SENT: "neutral",
  WITH_BUYER: "winning",
  NOT_TITLED: "neutral",
};

export function TitleBadges({ line }: { line: TitleLine }) {
  return (
    <span className="flex flex-wrap gap-1">
      {line.state === null ? (
        <Badge>{t("No title recorded")}</Badge>
      ) : (
        <Badge tone={tones[line.state]}>{say(titleStateNames[line.state])}</Badge>
      )}
      {line.faults.map((fault) => (
        <Badge key={fault} tone="outbid">
          {t("Fault: {fault}", { fault: say(titleFaultNames[fault]) })}
        </Badge>
      ))}
    </span>
  );
}

/** Who or what a title waits for, and until when. */
export function Waiting({ line: { sale, expectedOn, state, isDue } }: { line: TitleLine }) {
  const text =
    sale !== null && state !== "SENT" && state !== "WITH_BUYER" && state !== "NOT_TITLED"
      ? t("Promised to {buyer} by {day}", {
          buyer: sale.buyerName,
          day: dayWords(sale.promisedBy),
        })
      : expectedOn === null
        ? null
        : t("Expected by {day}", { day: dayWords(expectedOn) });
  return text === null ? null : (
    <span className={isDue ? "font-semibold text-outbid" : "text-soft"}>{text}</span>
  );
}
