import { t } from "@gavelyard/messages/text";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { Link } from "../ui/page/router.tsx";

/** Warns staff without a second factor that they will need one (D45). */
export function FactorNotice({ neededFrom }: { neededFrom: string | null }) {
  return (
    <p role="note" className="rounded-md border border-line bg-sunken px-3 py-1 text-sm">
      {neededFrom === null
        ? t("This demo doesn't require a second factor from staff. A live site does.")
        : t("From {neededFrom} (UTC), staff need a second factor to sign in.", {
            neededFrom: formatUtcDate(neededFrom),
          })}{" "}
      <Link to="?tab=profile" className="inline-flex min-h-6 items-center font-semibold">
        {t("Set up your sign-in security")}
      </Link>
    </p>
  );
}
