import type { UnitTitle } from "@gavelyard/contract/titles";
import { dayWords } from "@gavelyard/domain/sales/pickup";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import {
  titleEventNames,
  titleFaultNames,
  titleKindNames,
} from "@gavelyard/domain/titles/title-names";
import { isInHand, type TitleFault } from "@gavelyard/domain/titles/title";
import { say, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { browserZone } from "../clock.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { useAddress } from "../ui/page/use-address.ts";
import { miles, words } from "../ui/text/format.ts";
import { unitTitleQuery } from "./api.ts";
import { EventForm } from "./event-form.tsx";
import { PaperForm } from "./paper-form.tsx";
import { TitleBadges, Waiting } from "./title-line.tsx";

/** One unit's title: what it says beside the listing, what happens next, and its history. */
export function TitleView({ unitId }: { unitId: number }) {
  const address = useAddress();
  const query = useQuery(unitTitleQuery(useCall(), unitId));
  return (
    <div className="grid gap-4">
      <LinkButton to={address.to({ unit: null })} className="justify-self-start">
        <ArrowLeft aria-hidden className="size-4" /> {t("All titles")}
      </LinkButton>
      <Read query={query} failure={t("Couldn't load the title.")} className="h-96">
        {(title) => <Loaded title={title} />}
      </Read>
    </div>
  );
}

function Loaded({ title }: { title: UnitTitle }) {
  const [correcting, setCorrecting] = useState(false);
  const { paper, takesPaper, state, possible } = title;
  const inHand = isInHand(state);
  const writes = takesPaper && (!inHand || correcting);
  return (
    <>
      <header className="grid gap-1">
        <h2>{title.name}</h2>
        <p className="text-soft wrap-anywhere">
          {[t("Stock {stockNumber}", { stockNumber: title.stockNumber }), title.vin, title.yard]
            .filter((one) => one !== null)
            .join(" · ")}
        </p>
        <TitleBadges line={title} />
        <Waiting line={title} />
      </header>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {inHand && paper !== null && !correcting ? (
          <Card
            title={t("Paper and listing")}
            action={<Button onClick={() => setCorrecting(true)}>{t("Correct paper")}</Button>}
          >
            <Comparison title={title} paper={paper} />
          </Card>
        ) : null}
        {writes ? (
          <Card
            title={inHand ? t("Correct paper") : t("Record arrival")}
            action={
              inHand ? <Button onClick={() => setCorrecting(false)}>{t("Cancel")}</Button> : null
            }
          >
            <PaperForm title={title} inHand={inHand} onDone={() => setCorrecting(false)} />
          </Card>
        ) : null}
        {possible.length === 0 ? null : (
          <Card title={t("What happened")}>
            <EventForm key={title.events.length} title={title} />
          </Card>
        )}
        {title.events.length === 0 ? null : (
          <Card title={t("History")}>
            <History events={title.events} />
          </Card>
        )}
      </div>
    </>
  );
}

function Comparison({
  title: { listing, vin, faults },
  paper,
}: {
  title: UnitTitle;
  paper: NonNullable<UnitTitle["paper"]>;
}) {
  const reading = (odometer: number | null) =>
    odometer === null ? null : miles(odometer, listing.odometerUnit);
  const rows: readonly (readonly [
    name: string,
    paper: ReactNode,
    listing: ReactNode,
    fault?: TitleFault,
  ])[] = [
    ["VIN", paper.vin, vin, "VIN"],
    [
      t("Title brand"),
      paper.brand === null ? null : words(paper.brand),
      words(listing.titleBrand),
      "BRAND",
    ],
    [t("Odometer"), reading(paper.odometer), reading(listing.odometer), "ODOMETER"],
    [t("Kind of title"), say(titleKindNames[paper.kind]), null],
    [t("State"), paper.state, null],
    [t("Title number"), paper.number, null],
    [t("Owner on the title"), paper.ownerName, null],
    [t("Kept in"), paper.place, null],
  ];
  return (
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-line text-sm text-soft">
          <th scope="col" className="py-2 pr-3">
            <span className="sr-only">{t("Field")}</span>
          </th>
          <th scope="col" className="py-2 pr-3">
            {t("Paper")}
          </th>
          <th scope="col" className="py-2">
            {t("Listing")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, printed, listed, fault]) => {
          const differs = fault !== undefined && faults.includes(fault);
          return (
            <tr key={name} className="border-b border-line align-top last:border-0">
              <th scope="row" className="py-2 pr-3 font-normal text-soft">
                {name}
              </th>
              <td className="py-2 pr-3 font-semibold wrap-anywhere">
                {printed === null || printed === "" ? t("Blank") : printed}
                {differs ? (
                  <span className="block text-sm text-outbid">{t("Differs from the listing")}</span>
                ) : null}
              </td>
              <td className="py-2 wrap-anywhere">
                {fault === undefined ? null : (listed ?? t("Blank"))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function History({ events }: { events: UnitTitle["events"] }) {
  return (
    <ol className="grid gap-3">
      {events.map(({ kind, fault, expectedOn, carrier, tracking, recipient, note, by, at }) => (
        <li key={at + kind} className="border-b border-line pb-3 last:border-0 last:pb-0">
          <p className="font-semibold">
            {[
              say(titleEventNames[kind]),
              fault === null ? null : say(titleFaultNames[fault]),
              expectedOn === null ? null : dayWords(expectedOn),
              carrier,
              tracking,
              recipient,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {note === "" ? null : <p>{note}</p>}
          <p className="text-sm text-soft">
            {by} · {formatDateTime(at, browserZone())}
          </p>
        </li>
      ))}
    </ol>
  );
}
