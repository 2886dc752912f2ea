import { HouseKeysCard } from "../api-keys/house-keys-card.tsx";
import { BankDetailsTab, SettingsTab } from "../settings/settings-tab.tsx";
import { useFocusedPart } from "../settings/use-focused-part.ts";
import { usePermissions } from "../account/api.ts";
import { WebhooksCard } from "../webhooks/webhooks-card.tsx";

/** The settings, or only the bank details for staff who may see nothing else (D57). */
export default function SettingsPage({ admin }: { admin: boolean }) {
  const keys = useFocusedPart("api-keys");
  const hooks = useFocusedPart("webhooks");
  const permissions = usePermissions();
  if (!permissions.includes("settings")) return <BankDetailsTab admin={admin} />;
  return (
    <SettingsTab admin={admin} handlesPayments={permissions.includes("money")}>
      <HouseKeysCard admin={admin} section={keys} />
      <WebhooksCard admin={admin} section={hooks} />
    </SettingsTab>
  );
}
