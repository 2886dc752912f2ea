import { HouseKeysCard } from "../api-keys/house-keys-card.tsx";
import { BankDetailsTab, SettingsTab } from "../settings/settings-tab.tsx";
import { useAskedPart } from "../settings/use-asked-part.ts";
import { usePermissions } from "../users/api.ts";
import { WebhooksCard } from "../webhooks/webhooks-card.tsx";

/** The settings, or only the bank details for those who may see nothing else (D57). */
export default function SettingsPage({ admin }: { admin: boolean }) {
  const keys = useAskedPart("api-keys");
  const hooks = useAskedPart("webhooks");
  const permissions = usePermissions();
  if (!permissions.includes("settings")) return <BankDetailsTab admin={admin} />;
  return (
    <SettingsTab admin={admin} handlesPayments={permissions.includes("money")}>
      <HouseKeysCard admin={admin} section={keys} />
      <WebhooksCard admin={admin} section={hooks} />
    </SettingsTab>
  );
}
