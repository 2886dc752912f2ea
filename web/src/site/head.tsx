import { addressIn } from "@gavelyard/messages/languages";
import { currentLanguage } from "@gavelyard/messages/text";
import { useSite } from "./site.ts";
import { useUnread } from "../notifications/own-notifications.ts";
import { useLocation } from "../ui/page/router.tsx";

/**
 * Metadata of a page for search engines and link previews: title, description, address, picture and
 * schema.org data. Addresses within the site begin with a slash.
 */
export function Head({
  title,
  description,
  image = null,
  data,
  indexed = true,
}: {
  title: string;
  description: string;
  image?: string | null;
  /** Only the server creates it (`import.meta.env.SSR`); the browser leaves it in place. */
  data?: Readonly<Record<string, unknown>> | false;
  indexed?: boolean;
}) {
  const { pathname } = useLocation();
  const unread = useUnread();
  const site = useSite();
  const origin = site?.url ?? "";
  const address = origin + addressIn(currentLanguage(), pathname);
  const languages = site?.languages ?? [];
  return (
    <>
      <title>{unread === 0 ? title : `(${unread}) ${title}`}</title>
      <meta name="description" content={description} />
      {indexed ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
      {indexed && languages.length > 1
        ? languages.map((language) => (
            <link
              key={language}
              rel="alternate"
              hrefLang={language}
              href={origin + addressIn(language, pathname)}
            />
          ))
        : null}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Gavelyard" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={origin + (image ?? "/share.jpg")} />
      <meta name="twitter:card" content="summary_large_image" />
      {data === undefined ? null : (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{
            // Escape "<", so that the data can't end the script.
            __html: data
              ? JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll(
                  "<",
                  String.raw`\u003c`,
                )
              : "{}",
          }}
        />
      )}
    </>
  );
}
