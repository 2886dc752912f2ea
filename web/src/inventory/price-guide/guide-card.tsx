import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { Card } from "../../ui/card.tsx";
import { priceGuideQuery } from "./api.ts";
import { Guide } from "./guide.tsx";

export function GuideCard({ id }: { id: number }) {
  const query = useQuery(priceGuideQuery(useCall(), id));
  return (
    <Card title={t("Price guide")}>
      <Read query={query} failure={t("Couldn't load the price guide.")} className="h-24">
        {(guide) => <Guide guide={guide} />}
      </Read>
    </Card>
  );
}
