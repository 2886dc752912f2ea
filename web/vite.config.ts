import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import path from "node:path";
import type { Language } from "@gavelyard/messages/languages";
import { minifySync, type ConfigEnv, type Plugin, type UserConfig } from "vite";
import { oneLanguage } from "./one-language.ts";

/**
 * sockjs-client disconnects on `unload`, which keeps pages out of the back/forward cache and which
 * browsers are removing. `pagehide` fires at the same moment.
 */
const disconnectOnPageHide: Plugin = {
  name: "sockjs-pagehide",
  transform(code, id) {
    if (!/sockjs-client[\\/]lib[\\/]utils[\\/]event\.js/.test(id)) return null;
    const changed = code.replace("attachEvent('unload'", "attachEvent('pagehide'");
    if (changed === code) throw new Error("sockjs-client no longer says good-bye on unload");
    return { code: changed, map: null };
  },
};

/** Makes icons by a function that is a tenth of the library's. */
const smallIcons: Plugin = {
  name: "small-icons",
  apply: "build",
  enforce: "pre",
  resolveId: (source) =>
    source.endsWith("/createLucideIcon.mjs")
      ? path.join(import.meta.dirname, "small-icon.ts")
      : null,
};

/** Modules of libraries that keep something on the global object. */
const sharers =
  /[\\/](?:zod[\\/]v4[\\/]core[\\/](?:core|registries)|react-redux[\\/]dist[\\/]react-redux)\.m?js/;

/**
 * Keeps what libraries of server-rendered pages store on the global object inside these pages, which
 * are in one language. Zod's messages would otherwise answer everyone's calls in that language.
 */
const ownGlobals: Plugin = {
  name: "own-globals",
  transform(code, id, options) {
    if (options?.ssr !== true || !sharers.test(id)) return null;
    const changed = code.replaceAll("globalThis", "pageGlobals");
    if (changed === code) throw new Error(`${id} no longer uses the global object`);
    return { code: `const pageGlobals = {};\n${changed}`, map: null };
  },
};

/** Leaves out what only readers of the source need, so that a page's first bytes show more of it. */
const forBrowsers: Plugin = {
  name: "for-browsers",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html) =>
      html
        .replaceAll(
          /(?<=<script>)[^]*?(?=<\/script>)/g,
          (script) => minifySync("page.js", script, { module: false }).code,
        )
        .replaceAll(/^\s+/gm, ""),
  },
};

/** Minimum time between reloads of a page whose scripts can't be loaded. */
const MIN_RELOAD_INTERVAL_MS = 60_000;

/**
 * Loads the scripts once the server-rendered page has been painted: earlier, they would take a slow
 * network's bandwidth from its pictures. They run one at a time, so that a slow device responds to
 * taps between them.
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
      window.build = ${JSON.stringify(path.basename(entry, ".js"))};
      const taps = () => new Promise((next) => setTimeout(next));
      const start = async () => {
        // Loads number and time formatting in parallel, without delaying the page.
        new Worker("/formats.js");
        for (const file of ${JSON.stringify(others)}) {
          const link = document.createElement("link");
          document.head.append(Object.assign(link, { rel: "modulepreload", href: file }));
          await taps();
        }
        for (const file of ${JSON.stringify([...others, entry])}) {
          await import(file);
          await taps();
        }
      };
      const serverAnswers = () => fetch("/healthz").then(({ ok }) => ok, () => false);
      // Bidding, an open dialog, and text that was entered on this page: a reload would take them away.
      let typedAt = "";
      addEventListener("input", () => (typedAt = location.pathname), true);
      const isBusy = () =>
        typedAt === location.pathname ||
        document.querySelector("[data-bidding] :is(form, [role=group]), [role=dialog]") !== null;
      // A page that is older than the server's files, or failed to load one, reloads.
      const loadAgain = (error) => {
        const last = Number(sessionStorage.getItem("loaded-again"));
        if (Date.now() - last < ${MIN_RELOAD_INTERVAL_MS}) throw error;
        sessionStorage.setItem("loaded-again", String(Date.now()));
        location.reload();
      };
      // While the server is unreachable, a working page stays: a reload would show the browser's error.
      addEventListener("vite:preloadError", async ({ payload }) => {
        reportFailure("SCRIPT", payload);
        if (!(await serverAnswers())) return;
        if (!isBusy()) return loadAgain(payload);
        window.isOutdated = true;
        dispatchEvent(new Event("outdated"));
      });
      const begin = () => start().catch(async (error) => {
        reportFailure("SCRIPT", error);
        while (!(await serverAnswers())) await new Promise((next) => setTimeout(next, 2000));
        loadAgain(error);
      });
      painted.then(begin);
    `;
      return html
        .replaceAll(tags, "")
        .replace("</body>", () => `<script>${start}</script>\n  </body>`);
    },
  },
};

/** What every page starts with, and the pages that most people see first. */
const firstPages = {
  start: "entry-client.tsx",
  home: "src/home/home-page.tsx",
  list: "src/inventory/browse/vehicles-page.tsx",
  unit: "src/pages/unit-page.tsx",
  auctions: "src/auctions/auctions-page.tsx",
  auction: "src/pages/auction-page.tsx",
} as const;
type FirstPage = keyof typeof firstPages;
/** First pages that use a module, by module ID. */
const firstPagesUsing = new Map<string, Set<FirstPage>>();
/** A module used by this many first pages goes into their common file. */
const SHARED_BY = 4;
const firstPageFiles = new Set<string>(
  Object.values(firstPages).map((file) => path.join(import.meta.dirname, file)),
);
/** Returns a test of modules by the first pages that use them. */
const usedBy =
  (isWanted: (pages: ReadonlySet<FirstPage>) => boolean) =>
  (id: string): boolean =>
    !firstPageFiles.has(id) &&
    !laterOnly.test(id) &&
    isWanted(firstPagesUsing.get(id) ?? new Set());
/** Only some of these pages use these parts of a library whose index exports all of them. */
const laterOnly = /\/(?:useQueries|queriesObserver)\.js$/;

/**
 * Returns the modules of the icons that `code` names, since the package's index imports all icons.
 */
function iconsOf(code: string, list: string, lines: string | null = ""): string[] {
  const names = /\{([^}]*)\} from "lucide-react"/.exec(code)?.[1]?.match(/\w+/g) ?? [];
  return names.map((name) => {
    const [, file] = new RegExp(`default as ${name}[, ].* from '(.*)'`).exec(lines ?? "") ?? [];
    if (file === undefined) throw new Error(`there is no icon ${name}`);
    return path.resolve(list, "..", file);
  });
}

/**
 * Records what the first pages import: modules that few of them need stay out of the others'
 * scripts.
 */
const recordFirstPages: Plugin = {
  name: "know-first-pages",
  apply: "build",
  buildEnd() {
    firstPagesUsing.clear();
    for (const page of Object.keys(firstPages) as FirstPage[]) {
      const seen = new Set<string>();
      const left = [path.join(import.meta.dirname, firstPages[page])];
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const found = this.getModuleInfo(id);
        if (found === null) throw new Error(`there is no first page ${id}`);
        if (seen.has(id)) continue;
        seen.add(id);
        for (const imported of found.importedIds) {
          if (!imported.endsWith("/lucide-react.mjs")) left.push(imported);
          else
            left.push(...iconsOf(found.code ?? "", imported, this.getModuleInfo(imported)?.code));
        }
      }
      for (const id of seen)
        firstPagesUsing.set(id, (firstPagesUsing.get(id) ?? new Set()).add(page));
    }
  },
};

/** Returns the build configuration for a language. */
export const pagesIn = (language: Language, { isSsrBuild }: Partial<ConfigEnv>): UserConfig => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    smallIcons,
    disconnectOnPageHide,
    ownGlobals,
    scriptsAfterFirstPaint,
    forBrowsers,
    ...(isSsrBuild ? [] : [recordFirstPages]),
    oneLanguage(language),
  ],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What these pages share goes into one file: many small ones compress worse and cost a request each.
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                // Unchanged from release to release, so that browsers keep it cached.
                { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\// },
                {
                  name: "shared",
                  test: usedBy(
                    (pages) =>
                      pages.has("start") ||
                      pages.size >= SHARED_BY ||
                      (pages.has("list") && pages.has("unit")),
                  ),
                },
                { name: "cards", test: usedBy((pages) => pages.has("home") && pages.has("list")) },
                {
                  name: "sales",
                  test: usedBy((pages) => pages.has("home") && pages.has("auction")),
                },
                { name: "list", test: usedBy((pages) => pages.has("list") && pages.size === 1) },
                { name: "unit", test: usedBy((pages) => pages.has("unit") && pages.size === 1) },
              ],
            },
          },
        },
  },
  // sockjs-client reads Node's `global`.
  define: {
    global: "globalThis",
    "import.meta.env.LANGUAGE": JSON.stringify(language),
    // React's development build renders several times slower.
    ...(isSsrBuild ? { "process.env.NODE_ENV": '"production"' } : {}),
  },
  ssr: {
    noExternal: true,
    external: isSsrBuild ? [] : ["react", "react-dom", "@tanstack/react-query"],
  },
});

/** Development builds the language of `LANGUAGE`, English by default. */
export default (environment: ConfigEnv): UserConfig =>
  pagesIn(process.env["LANGUAGE"] === "es" ? "es" : "en", environment);
