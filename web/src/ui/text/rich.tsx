import { createElement, Fragment, type ReactNode } from "react";

interface RichProps {
  text: string;
  /** Returns the element for the words between `<tag>` and `</tag>`. */
  readonly [tag: string]: string | ((words: string) => ReactNode);
}

/**
 * Shows a text with elements in it, so that each language can place them as its sentence requires:
 * `<Rich text={t("Open <lot>lot {n}</lot>.", { n })} lot={(words) => <b>{words}</b>} />`. Tags
 * without an element are shown as they are, since they may come from a value.
 */
export function Rich({ text, ...elements }: RichProps) {
  const shown: ReactNode[] = [];
  let rest = text;
  for (;;) {
    // The earliest tag that has an element and an end.
    const [next] = Object.entries(elements)
      .map(([tag, element]) => ({ tag, element, at: rest.indexOf(`<${tag}>`) }))
      .filter(({ tag, at }) => at !== -1 && rest.includes(`</${tag}>`, at))
      .sort((one, other) => one.at - other.at);
    if (next === undefined || typeof next.element === "string") break;
    const { tag, element, at } = next;
    const end = rest.indexOf(`</${tag}>`, at);
    shown.push(rest.slice(0, at), element(rest.slice(at + tag.length + 2, end)));
    rest = rest.slice(end + tag.length + 3);
  }
  return createElement(Fragment, null, ...shown, rest);
}
