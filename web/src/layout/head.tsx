import { useLocation } from "react-router";
import { useSite } from "./site.ts";

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
  /** Picture of the page's subject; by default the site's own. */
  image?: string | null;
  /** Only the server creates it (`import.meta.env.SSR`); the browser leaves it in place. */
  data?: Readonly<Record<string, unknown>> | false;
  indexed?: boolean;
}) {
  const { pathname } = useLocation();
  const origin = useSite()?.url ?? "";
  const address = origin + pathname;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {indexed ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
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
