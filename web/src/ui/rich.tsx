import { Fragment, type ReactNode } from "react";

interface RichProps {
  text: string;
  /** Returns the element for the words between `<tag>` and `</tag>`. */
  readonly [tag: string]: string | ((words: string) => ReactNode);
}

/**
 * Shows a text with elements inside, so that each language can put them where its sentence wants them:
 * `<Rich text={t("Open <lot>lot {n}</lot>.", { n })} lot={(words) => <b>{words}</b>} />`. Tags without
 * an element are shown as they are written, since they may come from a value.
 */
export function Rich({ text, ...elements }: RichProps) {
  // Each match leaves its tag and its words between the pieces of plain text.
  const pieces = text.split(/<(\w+)>([^<]*)<\/\1>/);
  return pieces.map((piece, place) => {
    if (place % 3 === 1) return null;
    const tag = pieces[place - 1] ?? "";
    const element = place % 3 === 2 ? elements[tag] : null;
    const shown = element === undefined ? `<${tag}>${piece}</${tag}>` : piece;
    // oxlint-disable-next-line react/no-array-index-key -- Pieces have nothing else that tells them apart.
    return (
      <Fragment key={place}>{typeof element === "function" ? element(piece) : shown}</Fragment>
    );
  });
}
