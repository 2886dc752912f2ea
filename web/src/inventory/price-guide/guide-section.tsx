import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { priceGuideQuery } from "./api.ts";
import { Guide } from "./guide.tsx";

export default function GuideSection({ id }: { id: number }) {
  const { data } = useQuery(priceGuideQuery(useCall(), id));
  if (data === undefined || data.range === null) return null;
  return (
    <section>
      <h2 className="mb-2">{t("What similar units sold for")}</h2>
      <Guide guide={data} />
    </section>
  );
}
