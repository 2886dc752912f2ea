import { addressIn, languageNames } from "@gavelyard/messages/languages";
import { currentLanguage, t } from "@gavelyard/messages/text";
import { useSession } from "../session/session.ts";
import { useSignOut } from "../sign-in/use-sign-out.ts";
import type { PaletteItem } from "../ui/overlay/palette.tsx";
import { useLocation } from "../ui/page/router.tsx";
import { showOverlay } from "../shortcuts/overlay.ts";
import { useSite } from "../site/site.ts";
import { chooseTheme, themes, useTheme, type Theme } from "../ui/page/theme.ts";

/** Commands of the palette that everyone has: language, colors, shortcuts and sign-out. */
export function useCommonItems(): PaletteItem[] {
  const { pathname, search } = useLocation();
  const session = useSession();
  const signOut = useSignOut();
  const chosen = useTheme();
  const languages = useSite()?.languages ?? [];
  return [
    ...languages
      .filter((language) => language !== currentLanguage())
      .map((language) => ({
        key: `language ${language}`,
        title: languageNames[language],
        lang: language,
        detail: t("Language"),
        // Each language has its own scripts, so the browser loads the page.
        run: () => window.location.assign(addressIn(language, pathname + search)),
      })),
    ...(Object.keys(themes) as Theme[])
      .filter((theme) => theme !== chosen)
      .map((theme) => ({
        key: `theme ${theme}`,
        title: themes[theme],
        detail: t("Colors"),
        run: () => chooseTheme(theme),
      })),
    {
      key: "shortcuts",
      title: t("Keyboard shortcuts"),
      run: () => showOverlay("shortcuts"),
    },
    ...(session === null ? [] : [{ key: "sign-out", title: t("Sign out"), run: signOut }]),
  ];
}
