import { t } from "@gavelyard/messages/text";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { LinkButton } from "../button.tsx";

/** Links to the previous and next page. `page` counts from 0. */
export function Pagination({
  page,
  totalPages,
  linkTo,
}: {
  page: number;
  totalPages: number;
  linkTo: (page: number) => string;
}) {
  if (totalPages < 2) return null;
  return (
    <nav aria-label={t("Pages")} className="mt-8 flex items-center justify-center gap-4">
      {page > 0 ? (
        <LinkButton to={linkTo(page - 1)} rel="prev">
          <ChevronLeft aria-hidden className="size-4" /> {t("Previous")}
        </LinkButton>
      ) : null}
      <span className="figures text-soft">
        {t("{page} of {pages}", { page: page + 1, pages: totalPages })}
      </span>
      {page + 1 < totalPages ? (
        <LinkButton to={linkTo(page + 1)} rel="next">
          {t("Next")} <ChevronRight aria-hidden className="size-4" />
        </LinkButton>
      ) : null}
    </nav>
  );
}
