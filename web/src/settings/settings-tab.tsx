import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { settingsQuery } from "./api.ts";
import { AccountsCard } from "./accounts-card.tsx";
import { BackupsCard } from "./backups-card.tsx";
import { BankDetailsCard } from "./bank-details-card.tsx";
import { ContactCard } from "./contact-card.tsx";
import { CustomerKeysCard } from "./customer-keys-card.tsx";
import { DeliveryCard } from "./delivery-card.tsx";
import { MailCard } from "./mail-card.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { ReasonsCard } from "./reasons-card.tsx";
import { TaxCard } from "./tax-card.tsx";
import {
  BidLimitCard,
  ClearingCard,
  FeesCard,
  IncrementsCard,
  NegotiationCard,
  SoftCloseCard,
  TitlesCard,
} from "./terms-cards.tsx";
import { TwoPersonCard } from "./two-person-card.tsx";

export function SettingsTab({
  admin,
  handlesPayments,
  children,
}: {
  admin: boolean;
  /** Whether to show the bank details, which need their own permission (D57). */
  handlesPayments: boolean;
  children: ReactNode;
}) {
  const query = useQuery(settingsQuery(useCall()));
  return (
    <Read query={query} failure={t("Couldn't load the settings.")} className="h-96">
      {(settings) => (
        <>
          {admin ? null : (
            <p className="mb-4 rounded-md bg-sunken p-3">
              {t("Only administrators can change these settings.")}
            </p>
          )}
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <div className="grid min-w-0 gap-4">
              <ContactCard part={settings.contact} admin={admin} />
              <NoticeCard part={settings.notice} admin={admin} />
              {handlesPayments ? (
                <BankDetailsCard admin={admin} twoPersons={settings.twoPersonRule.value.isOn} />
              ) : null}
              <TwoPersonCard part={settings.twoPersonRule} admin={admin} />
              <BidLimitCard part={settings.bidLimit} admin={admin} />
              <NegotiationCard part={settings.negotiation} admin={admin} />
              <TitlesCard part={settings.titles} admin={admin} />
              <ReasonsCard part={settings.reasons} admin={admin} />
            </div>
            <div className="grid min-w-0 gap-4">
              <FeesCard part={settings.fees} admin={admin} />
              <TaxCard admin={admin} />
              <SoftCloseCard part={settings.softClose} admin={admin} />
              <IncrementsCard part={settings.increments} admin={admin} />
              <ClearingCard part={settings.clearing} admin={admin} />
              <DeliveryCard part={settings.delivery} admin={admin} />
              <AccountsCard part={settings.accounts} admin={admin} />
              <BackupsCard />
            </div>
            {children}
            <CustomerKeysCard part={settings.customerApiKeys} admin={admin} />
            <MailCard mails={settings.mails} admin={admin} />
          </div>
        </>
      )}
    </Read>
  );
}

/** Only the bank details, for staff who handle payments but can't see the other settings. */
export function BankDetailsTab({ admin }: { admin: boolean }) {
  const query = useQuery(settingsQuery(useCall()));
  return (
    <Read query={query} failure={t("Couldn't load the settings.")} className="h-96">
      {({ twoPersonRule }) => (
        <BankDetailsCard admin={admin} twoPersons={twoPersonRule.value.isOn} />
      )}
    </Read>
  );
}
