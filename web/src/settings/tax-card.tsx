import type { TaxPermitLine, TaxRateLine, TaxSettings } from "@gavelyard/contract/tax";
import { haulClasses, type HaulClass } from "@gavelyard/domain/sales/haul-class";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionButton } from "../api/action-button.tsx";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { Link } from "../ui/page/router.tsx";
import { taxQuery } from "./api.ts";
import { classNames } from "./class-names.ts";
import { ImportRates, PermitForm, RateForm } from "./tax-forms.tsx";
import { useFocusedPart } from "./use-focused-part.ts";

const title = t("Sales tax");

/** States whose tax the house collects, and the rates by place and class (D94). */
export function TaxCard({ admin }: { admin: boolean }) {
  const query = useQuery(taxQuery(useCall()));
  const card = useFocusedPart("tax");
  const isOff = query.data?.permits.length === 0;
  return (
    <Card title={title} section={card} action={isOff ? <Badge>{t("Off")}</Badge> : null}>
      <p className="mb-4 max-w-[70ch] text-soft">
        {t(
          "Off until you add a permit. Auctions published after that are taxed where the unit stands, at the rate of the day of the sale. Auctions that are already published keep the percentage of their fees.",
        )}
      </p>
      <Read query={query} failure={t("Couldn't load the sales tax.")} className="h-48">
        {(tax) => (
          <div className="grid gap-6">
            {tax.permits.length === 0 ? null : <Yards yards={tax.yards} />}
            <Permits permits={tax.permits} admin={admin} />
            <Rates tax={tax} admin={admin} />
            <p className="text-sm">
              <Link
                className="inline-flex min-h-6 items-center text-ink underline"
                to="?tab=audit&subject=tax"
              >
                {t("History")}
              </Link>
            </p>
          </div>
        )}
      </Read>
    </Card>
  );
}

const percentOf = (percent: number) => `${percent}%`;

/** The rate of most classes, then the other rates with their classes: "8.25%; Tractors: 3%". */
function ratesInWords(percents: Readonly<Record<HaulClass, number>>): string {
  const sharing = (percent: number) =>
    haulClasses.filter((one) => percents[one] === percent).length;
  const usual = haulClasses
    .map((one) => percents[one])
    .reduce((most, percent) => (sharing(percent) > sharing(most) ? percent : most));
  const others = haulClasses.filter((one) => percents[one] !== usual);
  return [
    percentOf(usual),
    ...others.map((one) => `${classNames[one]}: ${percentOf(percents[one])}`),
  ].join("; ");
}

function Yards({ yards }: { yards: TaxSettings["yards"] }) {
  const untaxed = yards.filter(({ percents }) => percents === null).length;
  return (
    <section aria-label={t("Yards today")}>
      <h3 className="mb-2">{t("Yards today")}</h3>
      <ul className="grid gap-2">
        {yards.map(({ name, city, state, zip, percents }) =>
          percents === null ? null : (
            <li key={`${name} ${zip}`} className="border-b border-line pb-2 last:border-0">
              <span className="block font-semibold">{ratesInWords(percents)}</span>
              <span className="text-sm text-soft">
                {name}, {city}, {state} {zip}
              </span>
            </li>
          ),
        )}
      </ul>
      {untaxed === 0 ? null : (
        <p className="mt-2 text-soft">
          {plural(
            untaxed,
            "No tax in {n} yard: its state has no permit today",
            "No tax in {n} yards: their states have no permit today",
          )}
        </p>
      )}
    </section>
  );
}

function Permits({ permits, admin }: { permits: readonly TaxPermitLine[]; admin: boolean }) {
  const [edited, setEdited] = useState<TaxPermitLine | "new" | null>(null);
  return (
    <section aria-label={t("Permits")}>
      <h3 className="mb-2">{t("Permits")}</h3>
      {permits.length === 0 ? (
        <p className="mb-3 text-soft">
          {t("No permits. Add the state whose tax you're registered to collect.")}
        </p>
      ) : (
        <ul className="mb-3 grid gap-3">
          {permits.map((permit) => (
            <li key={permit.state} className="grid gap-2 border-b border-line pb-3 last:border-0">
              <span>
                <span className="font-semibold">{permit.state}</span>{" "}
                <span className="code wrap-anywhere">{permit.number}</span>
                <span className="block text-sm text-soft">
                  {permit.endsOn === null
                    ? t("From {day}", { day: formatUtcDate(permit.startsOn) })
                    : t("{from} to {to}", {
                        from: formatUtcDate(permit.startsOn),
                        to: formatUtcDate(permit.endsOn),
                      })}
                  {"; "}
                  {permit.taxesDocFee
                    ? t("the document fee is taxed")
                    : t("the document fee isn't taxed")}
                </span>
              </span>
              {admin ? (
                <span className="flex flex-wrap gap-2">
                  <Button
                    aria-label={t("Edit permit: {state}", { state: permit.state })}
                    onClick={() => setEdited(permit)}
                  >
                    {t("Edit")}
                  </Button>
                  <ActionButton
                    label={t("Remove permit")}
                    title={t("Remove the permit for {state}?", { state: permit.state })}
                    confirmLabel={t("Remove permit")}
                    tone="danger"
                    trigger="plain"
                    act={(call) =>
                      call("saveTaxPermit", {
                        body: { state: permit.state, permit: null, updatedAt: permit.updatedAt },
                      })
                    }
                    done={t("Permit removed")}
                    failed={t("Couldn't remove the permit. Try again.")}
                    refresh={[["staff"]]}
                  >
                    {t(
                      "Sales from now on aren't taxed there. Invoices that were issued stay as they are. If it ended, enter its last day instead.",
                    )}
                  </ActionButton>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {admin ? <Button onClick={() => setEdited("new")}>{t("Add permit")}</Button> : null}
      {edited === null ? null : (
        <Sheet
          title={
            edited === "new" ? t("Add permit") : t("Edit permit: {state}", { state: edited.state })
          }
          place="right"
          onClose={() => setEdited(null)}
        >
          <PermitForm permit={edited === "new" ? null : edited} onDone={() => setEdited(null)} />
        </Sheet>
      )}
    </section>
  );
}

const placeOf = ({ state, zip }: Pick<TaxRateLine, "state" | "zip">) =>
  zip === null ? t("All of {state}", { state }) : `${state} ${zip}`;

function Rates({ tax, admin }: { tax: TaxSettings; admin: boolean }) {
  const [open, setOpen] = useState<TaxRateLine | "new" | "import" | null>(null);
  const others = tax.rateCount - tax.rates.length;
  return (
    <section aria-label={t("Rates")}>
      <h3 className="mb-2">{t("Rates")}</h3>
      {tax.rates.length === 0 ? (
        <p className="mb-3 text-soft">
          {t("No rates for your yards. Add one, or import your state's table.")}
        </p>
      ) : (
        <ul className="mb-3 grid gap-3">
          {tax.rates.map((rate) => {
            const of = `${placeOf(rate)}, ${formatUtcDate(rate.startsOn)}`;
            return (
              <li
                key={`${of} ${rate.unitClass}`}
                className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3 last:border-0"
              >
                <span>
                  <span className="figures font-semibold">{percentOf(rate.percent)}</span>{" "}
                  {placeOf(rate)}
                  <span className="block text-sm text-soft">
                    {rate.unitClass === null ? t("All units") : classNames[rate.unitClass]}
                    {", "}
                    {t("from {day}", { day: formatUtcDate(rate.startsOn) })}
                  </span>
                </span>
                {admin ? (
                  <span className="flex flex-wrap gap-2">
                    <Button
                      aria-label={t("Edit rate: {rate}", { rate: of })}
                      onClick={() => setOpen(rate)}
                    >
                      {t("Edit")}
                    </Button>
                    <ActionButton
                      label={t("Remove rate")}
                      title={t("Remove the rate of {place}?", { place: of })}
                      confirmLabel={t("Remove rate")}
                      tone="danger"
                      trigger="plain"
                      act={(call) =>
                        call("saveTaxRate", {
                          body: { ...rate, percent: null, was: rate.percent },
                        })
                      }
                      done={t("Rate removed")}
                      failed={t("Couldn't remove the rate. Try again.")}
                      refresh={[["staff"]]}
                    >
                      {t(
                        "The rate before it applies again to sales from now on. Invoices that were issued stay as they are.",
                      )}
                    </ActionButton>
                  </span>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      {others > 0 ? (
        <p className="mb-3 text-soft">
          {plural(
            others,
            "{n} more rate, of a ZIP code without a yard",
            "{n} more rates, of ZIP codes without a yard",
          )}
        </p>
      ) : null}
      {admin ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen("new")}>{t("Add rate")}</Button>
          <Button onClick={() => setOpen("import")}>{t("Import rates")}</Button>
        </div>
      ) : null}
      {open === null ? null : (
        <Sheet
          title={
            open === "import" ? t("Import rates") : open === "new" ? t("Add rate") : t("Edit rate")
          }
          place="right"
          onClose={() => setOpen(null)}
        >
          {open === "import" ? (
            <ImportRates onDone={() => setOpen(null)} />
          ) : (
            <RateForm rate={open === "new" ? null : open} onDone={() => setOpen(null)} />
          )}
        </Sheet>
      )}
    </section>
  );
}
