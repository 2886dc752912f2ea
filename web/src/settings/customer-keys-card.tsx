import { t } from "@gavelyard/messages/text";
import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { CheckField } from "../ui/form/field.tsx";
import { customerKeysShape } from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

/** Whether customers can create their own API keys (D50). */
export function CustomerKeysCard({
  part,
  admin,
}: {
  part: OperatingSettings["customerApiKeys"];
  admin: boolean;
}) {
  const setting = useSetting({ section: "customerApiKeys" }, part, customerKeysShape);
  const { form, set } = setting;
  return (
    <SettingCard
      title={t("API keys for customers")}
      slug="customer-api-keys"
      hint={t(
        "Customers create keys in their profile, and allow bids by key there. When you turn this off, keys they already have keep working until they expire or you revoke them.",
      )}
      describe={({ isOn }) => (isOn ? t("on") : t("off"))}
      {...{ admin, part, setting }}
    >
      <CheckField
        label={t("Offer API keys to customers")}
        checked={form.isOn}
        onChange={(event) => set({ isOn: event.target.checked })}
      />
    </SettingCard>
  );
}
