import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * sockjs-client says good-bye on `unload`, which browsers give up: it keeps pages out of the cache of
 * Back and Forward. `pagehide` comes at the same moment.
 */
const sayGoodByeOnPageHide: Plugin = {
  name: "sockjs-pagehide",
  transform(code, id) {
    if (!/sockjs-client[\\/]lib[\\/]utils[\\/]event\.js/.test(id)) return null;
    const changed = code.replace("attachEvent('unload'", "attachEvent('pagehide'");
    if (changed === code) throw new Error("sockjs-client no longer says good-bye on unload");
    return { code: changed, map: null };
  },
};

/**
 * Puts the styles into the page itself and asks for its two fonts at once: on a weak network each
 * further file before the first text costs a round trip.
 */
const firstTextSooner: Plugin = {
  name: "first-text-sooner",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const files = Object.values(bundle);
      const fonts = files.filter(({ fileName }) => /overpass-(mono-)?latin-wght/.test(fileName));
      const preloads = fonts.map(
        ({ fileName }) =>
          `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fileName}">`,
      );
      let page = html;
      for (const file of files) {
        if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
        const link = new RegExp(`<link rel="stylesheet"[^>]*href="/${file.fileName}"[^>]*>`);
        if (!link.test(page)) continue;
        page = page.replace(
          link,
          () => `${preloads.join("")}<style>${String(file.source)}</style>`,
        );
      }
      return page;
    },
  },
};

/**
 * Asks for the scripts once the page that came with the document is painted: before, they would take
 * a weak network's bandwidth from its pictures and fonts. A page in the background is never painted.
 * They run one at a time, so that a slow device answers to taps between them.
 */
const scriptsAfterFirstPaint: Plugin = {
  name: "scripts-after-first-paint",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const tags =
        /\s*<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="([^"]+)"[^>]*>(?:<\/script>)?/g;
      const [entry, ...others] = [...html.matchAll(tags)].map(([, file]) => file);
      if (entry === undefined) throw new Error("the page has no script to put off");
      const start = `
      const start = async () => {
        for (const file of ${JSON.stringify(others)}) {
          const link = document.createElement("link");
          document.head.append(Object.assign(link, { rel: "modulepreload", href: file }));
        }
        for (const file of ${JSON.stringify([...others, entry])}) {
          await import(file);
          await new Promise((next) => setTimeout(next));
        }
      };
      if (document.hidden) start();
      else requestAnimationFrame(() => setTimeout(start));
    `;
      return html
        .replaceAll(tags, "")
        .replace("</body>", () => `<script>${start}</script>\n  </body>`);
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), sayGoodByeOnPageHide, firstTextSooner, scriptsAfterFirstPaint],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs comes in one file: many small ones compress worse and cost a request each.
        codeSplitting: {
          groups: [
            {
              name: "shared",
              minShareCount: 3,
              test: /web\/(src\/(?!finance|users|payments|bid-limits|enquiries)|routes)|domain|contract|lucide|tanstack|react-router|node_modules\/react\/|preload-helper/,
            },
          ],
        },
      },
    },
  },
  // sockjs-client reads Node's `global`.
  define: { global: "globalThis" },
  ssr: {
    noExternal: true,
    external: ["react", "react-dom", "react-router", "@tanstack/react-query"],
  },
});
