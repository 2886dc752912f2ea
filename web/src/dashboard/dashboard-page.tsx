import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Tabs } from "radix-ui";
import { useEffect, useRef } from "react";
import { useCall } from "../api/api-context.ts";
import { wrapCalls } from "../api/browser-client.ts";
import { orConfirm } from "../sign-in/confirm-again.tsx";
import { OwnKeysCard } from "../api-keys/own-keys-card.tsx";
import { ConfirmationCard } from "../bidding/confirmation-card.tsx";
import { QuickBid } from "../bidding/quick-bid.tsx";
import { LimitCard } from "../bid-limits/limit-card.tsx";
import { LimitTab } from "../bid-limits/limit-tab.tsx";
import { FinanceTab } from "../finance/finance-tab.tsx";
import { NotificationList } from "../notifications/notification-list.tsx";
import { Offers } from "../sales/offers.tsx";
import { SpendingCard } from "../sales/spending-card.tsx";
import { PaymentsDue, Purchased, Winnings } from "../sales/winnings.tsx";
import { sellingQuery } from "../sellers/api.ts";
import { useSession } from "../session/session.ts";
import { CertificatesCard } from "../tax-certificates/certificates-card.tsx";
import { ProfileTab } from "../account/profile-tab.tsx";
import { Board } from "./board.tsx";
import { MyBids } from "./my-bids.tsx";
import { Head } from "../site/head.tsx";
import { later } from "../ui/later.tsx";
import { Skeleton } from "../ui/states.tsx";
import { navigate, useSearch } from "../ui/page/router.tsx";

wrapCalls(orConfirm);

const SellingTab = later(() => import("../sellers/selling-tab.tsx"), <Skeleton className="h-96" />);
const SavePapers = later(() => import("../sales/save-papers.tsx"));

const tabs = [
  { value: "overview", label: t("Overview") },
  { value: "bids", label: t("My bids") },
  { value: "winnings", label: t("Winnings") },
  { value: "purchased", label: t("Purchased") },
  { value: "selling", label: t("Selling") },
  { value: "limit", label: t("Bid limit") },
  { value: "finance", label: t("Financing") },
  { value: "notifications", label: t("Notifications") },
  { value: "profile", label: t("Profile") },
] as const;

/** The customer dashboard; `tab` in the address selects a part (section 2). */
export function Component() {
  const session = useSession();
  const [search] = useSearch();
  const requestedTab = search.get("tab");
  const tab = tabs.find(({ value }) => value === requestedTab)?.value ?? "overview";
  const list = useRef<HTMLDivElement>(null);
  // On phones the tabs scroll sideways; keep the chosen one visible.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[data-state=active]");
    if (list.current !== null && chosen != null) {
      list.current.scrollLeft = chosen.offsetLeft - list.current.clientWidth / 3;
    }
  }, [tab]);
  const { data: selling } = useQuery(sellingQuery(useCall()));
  if (session === null) return null;
  const { userId } = session;
  // Most customers sell nothing.
  const shown = tabs.filter(
    ({ value }) => value !== "selling" || tab === value || (selling?.sellers.length ?? 0) > 0,
  );
  return (
    <>
      <Head
        title={t("My dashboard | Gavelyard")}
        description={t("My dashboard | Gavelyard")}
        indexed={false}
      />
      <h1 className="mb-4">{t("Hello, {name}", { name: session.name })}</h1>
      <SavePapers userId={userId} />
      <Tabs.Root
        value={tab}
        onValueChange={(value) => navigate(`?tab=${value}`, { replace: true })}
      >
        <Tabs.List
          ref={list}
          aria-label={t("Dashboard")}
          className="relative mb-6 flex gap-1 overflow-x-auto border-b border-line"
        >
          {shown.map(({ value, label }) => (
            <Tabs.Trigger
              key={value}
              value={value}
              className="min-h-11 whitespace-nowrap border-b-4 border-transparent px-4 font-semibold data-[state=active]:border-ink data-[state=active]:bg-sunken data-[state=active]:font-bold"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="overview" className="grid gap-6">
          <div className="contents items-start gap-6 lg:grid lg:grid-cols-2">
            <LimitCard userId={userId} />
            {/* On phones, actions come first. */}
            <div className="max-lg:order-last">
              <SpendingCard userId={userId} />
            </div>
          </div>
          <PaymentsDue userId={userId} />
          <Offers userId={userId} />
          <section>
            <h2 className="mb-3">{t("Open lots")}</h2>
            <Board userId={userId} bidButton={(of) => <QuickBid {...of} userId={userId} />} />
          </section>
        </Tabs.Content>
        <Tabs.Content value="bids">
          <MyBids userId={userId} />
        </Tabs.Content>
        <Tabs.Content value="winnings">
          <Winnings userId={userId} />
        </Tabs.Content>
        <Tabs.Content value="purchased">
          <Purchased userId={userId} />
        </Tabs.Content>
        <Tabs.Content value="selling">
          <SellingTab />
        </Tabs.Content>
        <Tabs.Content value="limit">
          <LimitTab userId={userId} />
        </Tabs.Content>
        <Tabs.Content value="finance">
          <FinanceTab userId={userId} />
        </Tabs.Content>
        <Tabs.Content value="notifications">
          <NotificationList />
        </Tabs.Content>
        <Tabs.Content value="profile">
          <ProfileTab
            keys={<OwnKeysCard />}
            bidding={<ConfirmationCard />}
            papers={<CertificatesCard userId={userId} />}
          />
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}
