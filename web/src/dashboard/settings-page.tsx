import { HouseKeysCard } from "../api-keys/house-keys-card.tsx";
import { SettingsTab } from "../settings/settings-tab.tsx";
import { WebhooksCard } from "../webhooks/webhooks-card.tsx";
import { useAskedPart } from "../settings/use-asked-part.ts";

export default function SettingsPage({ admin }: { admin: boolean }) {
  const keys = useAskedPart("api-keys");
  const hooks = useAskedPart("webhooks");
  return (
    <SettingsTab admin={admin}>
      <HouseKeysCard admin={admin} section={keys} />
      <WebhooksCard admin={admin} section={hooks} />
    </SettingsTab>
  );
}
