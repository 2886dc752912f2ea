import type { SiteDetails } from "@gavelyard/contract/site";
import { daysOf, hoursLine, type WeekDay } from "@gavelyard/domain/opening-hours";
import { zoneTitle } from "@gavelyard/domain/time-zone";

/** Names of the days for search engines, in every language. */
const schemaDays: Readonly<Record<WeekDay, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

/** Formats the opening hours, one line per row; the last line has the zone. */
export function hoursLines({
  hours,
  hoursZone,
}: Pick<SiteDetails, "hours" | "hoursZone">): string[] {
  return hours.map((row, index) =>
    index === hours.length - 1 ? `${hoursLine(row)}, ${zoneTitle(hoursZone)}` : hoursLine(row),
  );
}

/** Returns structured data for search engines: a schema.org organization. */
export function organizationData(site: SiteDetails): Readonly<Record<string, unknown>> {
  const { name, url, phone, email, address, hours, instagram, facebook } = site;
  return {
    "@type": "Organization",
    name,
    url,
    telephone: phone,
    email,
    address,
    sameAs: [instagram, facebook].filter((page) => page !== null),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer support",
      telephone: phone,
      email,
      hoursAvailable: hours.map((row) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: daysOf(row).map((day) => `https://schema.org/${schemaDays[day]}`),
        opens: row.opens,
        closes: row.closes,
      })),
    },
  };
}
