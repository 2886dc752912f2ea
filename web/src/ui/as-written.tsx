import { currentLanguage, t } from "@gavelyard/messages/text";

/** Returns the `lang` of what the house wrote in English, for pages in another language. */
export const writtenLang = (): "en" | undefined => (currentLanguage() === "en" ? undefined : "en");

/** Text that the house wrote in English; pages in another language say so. */
export function AsWritten({ text, className }: { text: string; className: string }) {
  const lang = writtenLang();
  return (
    <>
      <p lang={lang} className={className}>
        {text}
      </p>
      {lang === undefined || text === "" ? null : (
        <p className="text-xs text-soft">{t("Shown as it was written, in English")}</p>
      )}
    </>
  );
}
