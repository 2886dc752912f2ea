import type { SavedSearch } from "@gavelyard/contract/inventory/saved-searches";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Bell, Search } from "lucide-react";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { withReturn } from "../session/return-to.ts";
import { useSession } from "../session/session.ts";
import { Button } from "../ui/button.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { toastMessage } from "../ui/toast-store.ts";
import { savedSearchesQuery } from "./api.ts";
import { later } from "../ui/later.tsx";
import { navigate, useLocation } from "../ui/page/router.tsx";

const SavedSearchesSheet = later(() => import("./saved-searches-sheet.tsx"));

type Filter = SavedSearch["filter"];

export function SavedSearchesButton({
  filter,
  addressOf,
  className = "",
}: {
  filter: Filter | null;
  addressOf: (filter: Filter) => string;
  className?: string;
}) {
  const session = useSession();
  const call = useCall();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const customerId = session?.userRole === "ROLE_CUSTOMER" ? session.userId : null;
  const { data } = useQuery({
    ...savedSearchesQuery(call, customerId ?? 0),
    enabled: customerId !== null,
  });
  if (session !== null && customerId === null) return null;
  const hasNews = data?.some(({ newUnits }) => newUnits > 0) ?? false;
  const openSheet = () => {
    if (customerId !== null) return setOpen(true);
    toastMessage(t("Sign in to save searches"));
    navigate(withReturn("/login", pathname + search));
  };
  return (
    <>
      <Button
        className={className}
        onClick={openSheet}
        aria-haspopup={customerId === null ? undefined : "dialog"}
      >
        {hasNews ? (
          <Bell aria-hidden className="size-4" />
        ) : (
          <Search aria-hidden className="size-4" />
        )}
        {hasNews ? (
          <Rich
            text={t("Saved searches<news>, with new units</news>")}
            news={(words) => <span className="sr-only">{words}</span>}
          />
        ) : (
          t("Saved searches")
        )}
      </Button>
      {open && customerId !== null ? (
        <SavedSearchesSheet
          userId={customerId}
          filter={filter}
          addressOf={addressOf}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
