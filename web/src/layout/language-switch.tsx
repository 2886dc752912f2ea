import { addressIn, languageNames } from "@gavelyard/messages/languages";
import { currentLanguage } from "@gavelyard/messages/text";
import { useLocation } from "../ui/page/router.tsx";
import { useSite } from "../site/site.ts";

/** Links to this page in the other languages; nothing if only English is offered. */
export function LanguageSwitch({ className }: { className: string }) {
  const { pathname, search } = useLocation();
  const others = (useSite()?.languages ?? []).filter((language) => language !== currentLanguage());
  return others.map((language) => (
    // Each language has its own scripts, so the browser loads the page.
    <a
      key={language}
      href={addressIn(language, pathname + search)}
      hrefLang={language}
      lang={language}
      className={className}
      // Only the browser knows the fragment.
      onClick={({ currentTarget }) => {
        currentTarget.hash = window.location.hash;
      }}
    >
      {languageNames[language]}
    </a>
  ));
}
