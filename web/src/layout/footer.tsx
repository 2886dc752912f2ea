import { t } from "@gavelyard/messages/text";
import { LanguageSwitch } from "./language-switch.tsx";
import { showOverlay } from "../shortcuts/overlay.ts";
import { hoursLines } from "../site/site-hours.ts";
import { useSite } from "../site/site.ts";
import { ThemeSwitch } from "../ui/page/theme-switch.tsx";
import { PhoneLink } from "../ui/text/phone-link.tsx";
import { Link } from "../ui/page/router.tsx";

const company = [
  ["/about", t("About Us")],
  ["/company", t("Company")],
  ["/security", t("Security")],
  ["/contact", t("Contact")],
  ["/privacy", t("Privacy")],
] as const;
const quick = [
  ["/vehicles", t("Vehicles")],
  ["/auctions", t("Auctions")],
  ["/bidding-process", t("How bidding works")],
  ["/terms", t("Terms")],
] as const;
const link =
  "inline-flex min-h-11 items-center lg:min-h-9 text-on-asphalt underline-offset-4 hover:underline";

function Links({ title, links }: { title: string; links: readonly (readonly [string, string])[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-base text-on-asphalt">{title}</h2>
      <ul>
        {links.map(([to, label]) => (
          <li key={to}>
            <Link to={to} className={link}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Footer with company and quick links, contact details and social links (section 1). */
export function Footer() {
  const site = useSite();
  return (
    <footer className="print:hidden mt-16 bg-asphalt text-on-asphalt">
      <div className="mx-auto grid max-w-7xl gap-8 px-4 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <p className="text-xl font-extrabold">{t("Gavelyard")}</p>
          <p className="mt-2 max-w-xs">
            {t("Trucks, trailers, vehicles and equipment at live timed auctions.")}
          </p>
          <ThemeSwitch />
          <LanguageSwitch className={`${link} mt-2 gap-2`} />
          <button
            type="button"
            aria-haspopup="dialog"
            className={`${link} mt-2 w-full`}
            onClick={() => showOverlay("shortcuts")}
          >
            {t("Keyboard shortcuts")}
          </button>
        </div>
        <Links title={t("Company")} links={company} />
        <Links title={t("Quick links")} links={quick} />
        {site === undefined ? null : (
          <address className="not-italic">
            <h2 className="mb-2 text-base text-on-asphalt">{t("Contact")}</h2>
            <PhoneLink phone={site.phone} className={link} />
            <br />
            <a className={link} href={`mailto:${site.email}`}>
              {site.email}
            </a>
            <p className="mt-1">{site.address}</p>
            {hoursLines(site).map((line) => (
              <p key={line}>{line}</p>
            ))}
            <p className="mt-2 flex gap-4">
              {site.instagram === null ? null : (
                <a className={link} href={site.instagram} rel="noreferrer" target="_blank">
                  {t("Instagram")}
                </a>
              )}
              {site.facebook === null ? null : (
                <a className={link} href={site.facebook} rel="noreferrer" target="_blank">
                  {t("Facebook")}
                </a>
              )}
            </p>
          </address>
        )}
      </div>
    </footer>
  );
}
