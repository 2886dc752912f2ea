import type { SiteDetails } from "@gavelyard/contract/site";
import { dayName, daysOf, hoursLine } from "@gavelyard/domain/opening-hours";
import { currentLanguage } from "@gavelyard/messages/text";

/** Returns the name of a zone: "Pacific Time". */
function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(`${currentLanguage()}-US`, {
    timeZone,
    timeZoneName: "longGeneric",
  }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** Formats the opening hours, one line per row; the last line has the zone. */
export function hoursLines({
  hours,
  hoursZone,
}: Pick<SiteDetails, "hours" | "hoursZone">): string[] {
  return hours.map((row, index) =>
    index === hours.length - 1 ? `${hoursLine(row)}, ${zoneName(hoursZone)}` : hoursLine(row),
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
        dayOfWeek: daysOf(row).map((day) => `https://schema.org/${dayName(day)}`),
        opens: row.opens,
        closes: row.closes,
      })),
    },
  };
}
