import { formatDateTime } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useEffect, useState } from "react";
import { browserZone } from "../clock.ts";
import { Paper } from "../sales/pickup-paper.tsx";
import { readPapers } from "../sales/pickup-papers.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";
import { useHydrated } from "../ui/page/use-hydrated.ts";
import { useOnline } from "../ui/page/use-online.ts";
import { Head } from "../site/head.tsx";

interface SavedPage {
  readonly path: string;
  readonly title: string;
}

/** Returns the pages that the service worker has cached, the latest first. */
async function savedPages(): Promise<SavedPage[]> {
  const pages: SavedPage[] = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-")) continue;
    const cache = await caches.open(name);
    for (const { url } of (await cache.keys()).toReversed()) {
      const html = (await (await cache.match(url, { ignoreVary: true }))?.text()) ?? "";
      const [, title = ""] = /<title>([^<]*)</.exec(html) ?? [];
      const { pathname, search } = new URL(url);
      if (pathname.endsWith("/offline")) continue;
      const { textContent } = new DOMParser().parseFromString(title, "text/html").body;
      pages.push({ path: pathname + search, title: textContent.replace(/ \| Gavelyard$/, "") });
    }
  }
  return pages;
}

/**
 * Offline replacement for a page that isn't saved: the reader's pickup papers (D70), and links to the
 * pages that are.
 */
export function Component() {
  const online = useOnline();
  const hydrated = useHydrated();
  const [papers, setPapers] = useState<ReturnType<typeof readPapers>>(null);
  const [pages, setPages] = useState<readonly SavedPage[]>([]);
  useEffect(() => {
    setPapers(readPapers());
    // Browsers without a service worker have no cache either.
    if ("caches" in window) unawaited(savedPages().then(setPages));
  }, []);
  const connected = online && hydrated;
  return (
    <div className="grid gap-8 py-4">
      <Head
        title={t("You're offline | Gavelyard")}
        description={t("You're offline")}
        indexed={false}
      />
      <div>
        <h1>{connected ? t("Saved on this device") : t("You're offline")}</h1>
        {connected ? (
          <LinkButton to="/" tone="primary" className="mt-3" target="_self">
            {t("Go to home page")}
          </LinkButton>
        ) : null}
      </div>
      {papers === null ? null : (
        <section aria-label={t("Pickup papers")}>
          <h2>{t("Pickup papers")}</h2>
          <p className="mb-4 text-soft">
            {t("Saved {time}.", { time: formatDateTime(papers.savedAtMs, browserZone()) })}
          </p>
          <ul className="grid gap-4 lg:grid-cols-2">
            {papers.papers.map((paper) => (
              <Paper key={paper.number} paper={paper} />
            ))}
          </ul>
        </section>
      )}
      {pages.length === 0 ? (
        <EmptyState title={t("No saved pages yet")}>
          {t("Pages you open are saved on this device, so you can read them offline.")}
        </EmptyState>
      ) : (
        <section aria-label={t("Saved pages")}>
          <h2>{t("Saved pages")}</h2>
          <p className="mb-2 text-soft">
            {t("They show prices and times as of when you opened them.")}
          </p>
          <ul>
            {pages.map(({ path, title }) => (
              <li key={path} className="border-b border-line last:border-0">
                <a
                  href={path}
                  className="inline-flex min-h-11 items-center py-1 font-semibold text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
