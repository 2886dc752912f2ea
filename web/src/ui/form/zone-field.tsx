import { zoneTitle } from "@gavelyard/domain/time-zone";
import type { ComponentProps } from "react";
import { SelectField } from "./field.tsx";

const zonesOfUs = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
];

/** Returns a zone's name and city: "Eastern Time (New York)". */
const optionOf = (zone: string) =>
  `${zoneTitle(zone)} (${zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")})`;

export function ZoneField(
  props: Omit<ComponentProps<typeof SelectField>, "children" | "value"> & { value: string },
) {
  const zones = new Set([...zonesOfUs, props.value, ...Intl.supportedValuesOf("timeZone")]);
  return (
    <SelectField {...props}>
      {[...zones].map((zone) => (
        <option key={zone} value={zone}>
          {optionOf(zone)}
        </option>
      ))}
    </SelectField>
  );
}
