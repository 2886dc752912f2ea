import { t } from "@gavelyard/messages/text";
import { formatDateTime, zoneTitle } from "@gavelyard/domain/time-zone";
import { TextArea, TextField } from "../ui/form/field.tsx";
import { ZoneField } from "../ui/form/zone-field.tsx";
import { closesByForm, type AuctionValues } from "./auction-values.ts";
import { clockChangeHint } from "./clock-change.ts";

export function AuctionTimes({
  values,
  faults,
  onChange,
}: {
  values: AuctionValues;
  faults: Readonly<Record<string, string>>;
  onChange: (changes: Partial<AuctionValues>) => void;
}) {
  const closes = closesByForm(values);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t("Name")}
        error={faults["auctionName"]}
        maxLength={120}
        value={values.auctionName}
        onChange={(event) => onChange({ auctionName: event.target.value })}
      />
      <ZoneField
        label={t("Time zone")}
        error={faults["timeZone"]}
        value={values.timeZone}
        onChange={(event) => onChange({ timeZone: event.target.value })}
      />
      <TextField
        label={t("Starts")}
        hint={
          clockChangeHint(values.start, values.timeZone) ??
          t("Times are in {timeZone}", { timeZone: zoneTitle(values.timeZone) })
        }
        error={faults["startTime"]}
        type="datetime-local"
        value={values.start}
        onChange={(event) => onChange({ start: event.target.value })}
      />
      <TextField
        label={t("First lot closes")}
        hint={
          clockChangeHint(values.end, values.timeZone) ??
          (closes === null || closes.first === closes.last
            ? t("The other lots close one after another.")
            : t("The last lot closes {time}.", {
                time: formatDateTime(closes.last, values.timeZone),
              }))
        }
        error={faults["scheduledEndTime"]}
        type="datetime-local"
        value={values.end}
        onChange={(event) => onChange({ end: event.target.value })}
      />
      <TextArea
        label={t("Description")}
        className="sm:col-span-full"
        error={faults["description"]}
        maxLength={5_000}
        value={values.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </div>
  );
}
