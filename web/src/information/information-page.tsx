import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { NotFound } from "../site/not-found.tsx";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { saleTermsQuery } from "./api.ts";
import { informationPaths, statesTerms } from "./paths.ts";
import type { Words } from "./information-text.ts";
import { informationTexts } from "./texts.ts";
import type { SaleTerms } from "@gavelyard/contract/operating-settings";
import { Head } from "../site/head.tsx";
import { messageOf } from "../api/messages.ts";
import { ErrorState } from "../ui/states.tsx";
import { useLocation } from "../ui/page/router.tsx";

export function Component() {
  const { pathname } = useLocation();
  const path = informationPaths.find((each) => each === pathname);
  const text = path === undefined ? undefined : informationTexts[path];
  const {
    data: terms,
    error,
    refetch,
  } = useQuery({
    ...saleTermsQuery(useCall()),
    enabled: path !== undefined && statesTerms(path),
  });
  if (text === undefined) return <NotFound />;
  return (
    <article className="prose mx-auto max-w-3xl py-4">
      <Head
        title={t("{title} | Gavelyard", { title: text.title })}
        description={text.description}
      />
      <h1>{text.title}</h1>
      {error !== null && terms === undefined ? (
        <div className="mt-4">
          <ErrorState
            message={t("Couldn't load the fees and limits on this page. {reason}", {
              reason: messageOf(error, t("Couldn't load them.")),
            })}
            onRetry={() => unawaited(refetch())}
          />
        </div>
      ) : null}
      {text.parts.map((part) => (
        <section key={part.heading}>
          <h2>{part.heading}</h2>
          {part.paragraphs
            .map((words) => wordsOf(words, terms))
            .filter((words) => words !== null)
            .map((words) => (
              <p key={words}>{words}</p>
            ))}
        </section>
      ))}
    </article>
  );
}

/** Returns a paragraph's text; null while the terms that it needs are loading. */
function wordsOf(words: Words, terms: SaleTerms | undefined): string | null {
  if (typeof words === "string") return words;
  return terms === undefined ? null : words(terms);
}
