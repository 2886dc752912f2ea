import { t } from "@gavelyard/messages/text";
import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import {
  capitalized,
  dayName,
  hoursLine,
  weekDays,
  type WeekDay,
} from "@gavelyard/domain/opening-hours";
import { TextField } from "../ui/form/field.tsx";
import { contactShape, type ContactForm } from "./forms.ts";
import { LinesField, type LineColumn } from "../ui/form/lines-field.tsx";
import { ZoneField } from "../ui/form/zone-field.tsx";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

type Hours = ContactForm["hours"][number];

const days = weekDays.map((day) => [day, capitalized(dayName(day))] as const);
const hoursColumns: readonly LineColumn<Hours>[] = [
  { field: "from", title: t("From"), options: days },
  { field: "to", title: t("To"), options: days },
  { field: "opens", title: t("Opens"), type: "time" },
  { field: "closes", title: t("Closes"), type: "time" },
];
const describe = ({ phone, email, address, hours, instagram, facebook }: ContactForm) =>
  [phone, email, address, ...hours.map(hoursLine), instagram, facebook]
    .filter((line) => line !== "")
    .join("\n");

export function ContactCard({
  part,
  admin,
}: {
  part: OperatingSettings["contact"];
  admin: boolean;
}) {
  const setting = useSetting({ section: "contact" }, part, contactShape);
  const { form, faults, set } = setting;
  const field = (name: "phone" | "email" | "address" | "instagram" | "facebook") => ({
    value: form[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <SettingCard
      title={t("Contact details")}
      slug="contact"
      hint={t(
        "Shown in the footer, on the contact page, in emails, on invoices and to search engines. Messages from the contact page go to this address. Takes effect immediately.",
      )}
      {...{ admin, part, setting, describe }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t("Phone")} type="tel" autoComplete="off" {...field("phone")} />
        <TextField label={t("Email")} type="email" autoComplete="off" {...field("email")} />
      </div>
      <TextField label={t("Address")} autoComplete="off" maxLength={200} {...field("address")} />
      <LinesField
        label={t("Opening hours")}
        path="hours"
        columns={hoursColumns}
        lines={form.hours}
        blank={nextHours(form.hours)}
        least={0}
        most={7}
        faults={faults}
        onChange={(hours) => set({ hours })}
      />
      <ZoneField
        label={t("Time zone of these hours")}
        className="max-w-xs"
        value={form.hoursZone}
        error={faults["hoursZone"]}
        onChange={(event) => set({ hoursZone: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Instagram")}
          type="url"
          hint={t("Leave blank for none")}
          {...field("instagram")}
        />
        <TextField
          label={t("Facebook")}
          type="url"
          hint={t("Leave blank for none")}
          {...field("facebook")}
        />
      </div>
    </SettingCard>
  );
}

/** Returns a new row, for the day after the last one. */
function nextHours(hours: readonly Hours[]): Hours {
  const last: WeekDay | undefined = hours.at(-1)?.to;
  const next = weekDays[last === undefined ? 0 : weekDays.indexOf(last) + 1] ?? "SU";
  return { from: next, to: next, opens: "09:00", closes: "13:00" };
}
