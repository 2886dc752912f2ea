import { useLocation } from "react-router";
import { useSite } from "./site.ts";

/**
 * What search engines and those who share a page read of it: title, description, address, picture and
 * data of schema.org. Addresses within the site begin with a slash.
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
  /** Of what the page shows; the site's own without one. */
  image?: string | null;
  /** Made where the page is drawn for its first view, `import.meta.env.SSR`; the browser leaves it be. */
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
            // A "<" in the data must not end the script.
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
