import { titleParts, type TitlePart } from "@gavelyard/contract/titles";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Choices } from "../ui/form/choices.tsx";
import { SearchField } from "../ui/form/search-field.tsx";
import { Link } from "../ui/page/router.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { EmptyState } from "../ui/states.tsx";
import { titleDeskQuery } from "./api.ts";
import { RegisterForm } from "./register-form.tsx";
import { TitleLink } from "./title-line.tsx";
import { TitleView } from "./title-view.tsx";

const names: Readonly<Record<TitlePart, string>> = {
  DUE: t("Due today"),
  EXPECTED: t("Expected"),
  CHECK: t("To check"),
  READY: t("Checked [title]"),
  AWAY: t("On its way"),
};

const empty: Readonly<Record<TitlePart, string>> = {
  DUE: t("Nothing is due today"),
  EXPECTED: t("No title is expected"),
  CHECK: t("No title needs a check"),
  READY: t("No checked titles here"),
  AWAY: t("No title is on its way"),
};

/** The title desk: finds a unit by the paper in hand, and lists what has to happen (D82). */
export default function TitlesTab() {
  const address = useAddress();
  const unitId = numberOf(address.get("unit"));
  if (unitId !== null) return <TitleView key={unitId} unitId={unitId} />;
  if (address.get("view") !== "register") return <TitleList />;
  return (
    <div className="grid gap-4">
      <LinkButton to="?tab=titles" className="justify-self-start">
        <ArrowLeft aria-hidden className="size-4" /> {t("All titles")}
      </LinkButton>
      <h2>{t("Odometer register")}</h2>
      <RegisterForm />
    </div>
  );
}

function TitleList() {
  const address = useAddress();
  const q = address.get("q");
  const part = titleParts.find((one) => one === address.get("part")) ?? "DUE";
  const query = useQuery(titleDeskQuery(useCall(), { part, q }));
  const counts = query.data?.counts;
  return (
    <div className="grid gap-4">
      <div className="max-w-xl">
        <SearchField
          label={t("Find a unit by VIN or stock number")}
          value={q}
          onSearch={(text) => address.set({ q: text })}
        />
      </div>
      {q === "" ? (
        <Choices
          label={t("Part")}
          options={titleParts.map((one) => [
            one,
            counts === undefined ? names[one] : `${names[one]} (${counts[one]})`,
          ])}
          chosen={part}
          to={(value) => address.to({ part: value === "DUE" ? null : value })}
        />
      ) : (
        <Link to="?tab=titles" className="justify-self-start">
          {t("All titles")}
        </Link>
      )}
      <Read query={query} failure={t("Couldn't load the titles.")} className="h-96">
        {({ units }) =>
          units.length === 0 ? (
            <EmptyState title={q === "" ? empty[part] : t("No unit found")}>
              {q === ""
                ? t("When a title arrives, find its unit by VIN or stock number.")
                : t("Check the number, or type the last 6 or 8 characters of the VIN.")}
            </EmptyState>
          ) : (
            <ul aria-label={t("Titles")} className="grid gap-2">
              {units.map((line) => (
                <TitleLink key={line.inventoryId} line={line} />
              ))}
            </ul>
          )
        }
      </Read>
      <Link to="?tab=titles&view=register" className="justify-self-start">
        {t("Odometer register")}
      </Link>
    </div>
  );
}
