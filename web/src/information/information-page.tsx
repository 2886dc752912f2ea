import { useLocation } from "react-router";
import { NotFound } from "../layout/not-found.tsx";
import { informationPaths } from "./paths.ts";
import { informationTexts } from "./texts.ts";
import { Head } from "../layout/head.tsx";

/** A page of text. */
export function Component() {
  const { pathname } = useLocation();
  const path = informationPaths.find((each) => each === pathname);
  const text = path === undefined ? undefined : informationTexts[path];
  if (text === undefined) return <NotFound />;
  return (
    <article className="prose mx-auto max-w-3xl py-4">
      <Head title={`${text.title} | Gavelyard`} description={text.description} />
      <h1>{text.title}</h1>
      {text.parts.map((part) => (
        <section key={part.heading}>
          <h2>{part.heading}</h2>
          {part.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
