import { findTexts, visit } from "@gavelyard/messages/find-texts";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { Rich } from "./rich.tsx";

const show = (text: string): string =>
  renderToStaticMarkup(
    <Rich
      text={text}
      strong={(words) => <b>{words}</b>}
      lot={(words) => <a href="/lot">{words}</a>}
    />,
  );

describe("a text with elements inside", () => {
  it.each([
    ["Plain.", "Plain."],
    ["<strong>$500</strong> for <lot>lot 7</lot>.", '<b>$500</b> for <a href="/lot">lot 7</a>.'],
    ["By <strong>A & B < C</strong>, <strong>D</strong>", "By <b>A &amp; B &lt; C</b>, <b>D</b>"],
    ["An <strong></strong> empty one", "An <b></b> empty one"],
  ])("shows %s", (text, html) => {
    expect(show(text)).toBe(html);
  });

  it.each(["<other>x</other>", "<strong>x", "x</lot>", "<constructor>x</constructor>"])(
    "leaves %s unchanged",
    (text) => {
      expect(show(text)).toBe(text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
    },
  );
});

const source = path.resolve(import.meta.dirname, "..");
const codes = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<![.]test)[.]tsx$/.test(file))
  .map((file) => [file, readFileSync(path.join(source, file), "utf8")] as const)
  .filter(([, code]) => code.includes("<Rich"));

it.each(codes)("has an element for each tag in the texts of %s", (_file, code) => {
  visit(parseAst(code, { lang: "tsx" }), (node) => {
    const opening = code.slice(node.start, node.end);
    if (node.type !== "JSXOpeningElement" || !opening.startsWith("<Rich")) return;
    for (const { text } of findTexts(node)) {
      const marked = [...text.matchAll(/<(\w+)>.*?<\/\1>/g)];
      expect(marked.length * 2, text).toBe(text.split(/<\/?\w+>/).length - 1);
      for (const [, tag] of marked) expect(opening).toContain(` ${tag}={(`);
    }
  });
});
