import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { haulClasses } from "@gavelyard/domain/sales/haul-class";
import { t } from "@gavelyard/messages/text";
import { CheckField, TextField } from "../ui/form/field.tsx";
import { deliveryShape } from "./forms.ts";
import { classNames } from "./class-names.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

const columns = [
  ["perMile", t("Per mile ($)")],
  ["minimum", t("Minimum ($)")],
  ["permits", t("Permits ($)")],
] as const;

/** Whether the house arranges delivery, and the rates that estimates come from (D62). */
export function DeliveryCard({
  part,
  admin,
}: {
  part: OperatingSettings["delivery"];
  admin: boolean;
}) {
  const setting = useSetting({ section: "delivery" }, part, deliveryShape);
  const { form, faults, set } = setting;
  return (
    <SettingCard
      title={t("Delivery")}
      slug="delivery"
      hint={t(
        "Units show a delivery estimate to the visitor's ZIP code, and buyers can ask for a quote. New rates apply to estimates from now on; existing quotes stay the same.",
      )}
      describe={({ isOn, rates }) =>
        [
          isOn ? t("on") : t("off"),
          ...haulClasses.map((one) =>
            t("{rate} a mile, at least {minimum}", {
              rate: `$${rates[one].perMile}`,
              minimum: `$${rates[one].minimum}`,
            }),
          ),
        ].join("; ")
      }
      {...{ admin, part, setting }}
    >
      <CheckField
        label={t("Arrange delivery for buyers")}
        checked={form.isOn}
        onChange={(event) => set({ isOn: event.target.checked })}
      />
      {haulClasses.map((one) => (
        <fieldset key={one} className="min-w-0">
          <legend className="mb-1 font-semibold">{classNames[one]}</legend>
          <div className="grid grid-cols-3 gap-3">
            {columns.map(([name, label]) => (
              <TextField
                key={name}
                label={label}
                inputMode="decimal"
                value={form.rates[one][name]}
                error={faults[`rates.${one}.${name}`]}
                onChange={(event) =>
                  set({
                    rates: {
                      ...form.rates,
                      [one]: { ...form.rates[one], [name]: event.target.value },
                    },
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
      <p className="text-sm text-soft">
        {t(
          "Miles are the straight-line distance times 1.2, close to road miles. The minimum covers the haul; permits for an oversize load are extra.",
        )}
      </p>
    </SettingCard>
  );
}
