import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { count } from "../ui/text/format.ts";
import { priceGuideRecordQuery } from "./api.ts";

export function GuideRecord() {
  const query = useQuery(priceGuideRecordQuery(useCall()));
  return (
    <Card title={t("Price guides and hammer prices")}>
      <Read query={query} failure={t("Couldn't load the price guide results.")} className="h-24">
        {({ sales, guided, inRange, medianErrorPercent }) => (
          <>
            <p className="text-soft">
              {t(
                "The latest {sales}, each compared with the price guide from earlier sales. About half of the prices should be within the range.",
                { sales: plural(sales, "{n} paid sale", "{n} paid sales") },
              )}
            </p>
            <Facts
              rows={[
                [t("Sales with a guide"), count(guided), "figures"],
                [
                  t("Within the range"),
                  t("{part} of {whole}", { part: count(inRange), whole: count(guided) }),
                  "figures",
                ],
                [
                  t("Median difference"),
                  medianErrorPercent === null ? t("none yet") : `${count(medianErrorPercent)}%`,
                  "figures",
                ],
              ]}
            />
          </>
        )}
      </Read>
    </Card>
  );
}
