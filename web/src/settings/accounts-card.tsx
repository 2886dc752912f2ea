import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { accounts } from "@gavelyard/domain/sales/journal";
import { t } from "@gavelyard/messages/text";
import { TextField } from "../ui/form/field.tsx";
import { accountShape } from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

export function AccountsCard({
  part,
  admin,
}: {
  part: OperatingSettings["accounts"];
  admin: boolean;
}) {
  const setting = useSetting({ section: "accounts" }, part, accountShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Accounts of the books")}
      slug="accounts"
      hint={t(
        "Names of your accounts in journal exports, as in your accounting software. A colon makes an account within another. Applies to exports from now on.",
      )}
      describe={(names) => accounts.map((account) => names[account]).join("; ")}
      {...{ admin, part, setting }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {accounts.map((account) => (
          <TextField
            key={account}
            label={accountShape.labels[account]}
            maxLength={80}
            value={form[account]}
            error={faults[account]}
            onChange={(event) => set({ [account]: event.target.value })}
          />
        ))}
      </div>
    </SettingCard>
  );
}
