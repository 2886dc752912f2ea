import { cruise, type ICruiseOptions, type IFlattenedRuleSet } from "dependency-cruiser";
import path from "node:path";

type Rule = NonNullable<IFlattenedRuleSet["forbidden"]>[number];

/** Server folders that features share. They must not import features. */
const sharedFolders =
  "audit|db|demo-accounts|documents|events|files|http|jobs|media|network|proposals";
/** Web folders that features share. */
const sharedWeb =
  "api|documents|notifications|push|realtime|session|shortcuts|sign-in|site|table-views|ui|wishlist";
const tests = "[.](test|model)[.]tsx?$|/testing/";

/** Rules on which folders can import which. Tests are exempt. */
export const importRules: readonly Rule[] = [
  {
    name: "no-circles",
    comment: "Merge the two files, or extract a third. Type imports count, too.",
    severity: "error",
    from: {},
    to: { circular: true },
  },
  {
    name: "scripts-import-no-bench",
    comment: "npm scripts don't depend on measurements",
    severity: "error",
    from: { path: "^script/" },
    to: { path: "^bench/" },
  },
  {
    name: "unresolved",
    comment: "The import doesn't resolve",
    severity: "error",
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: "domain-is-pure",
    comment: "Rules import only each other and their texts: no clock, no I/O, no library",
    severity: "error",
    from: { path: "^domain/src/", pathNot: tests },
    to: { pathNot: "^domain/src/|^messages/src/(text|languages)[.]ts$" },
  },
  {
    name: "messages-import-nothing",
    comment: "Every layer has texts, so they import no layer",
    severity: "error",
    from: { path: "^messages/src/", pathNot: tests },
    to: { path: "^(domain|contract|client|demo|server|web|script|bench|tests)/" },
  },
  {
    name: "contract-is-light",
    comment: "Server and browser load it, so it imports only the domain and Zod",
    severity: "error",
    from: { path: "^contract/src/", pathNot: tests },
    to: {
      pathNot:
        "^(contract|domain)/src/|^messages/src/(text|languages)[.]ts$|/node_modules/zod/|^node_modules/zod/",
    },
  },
  {
    name: "client-is-a-package",
    comment:
      "Other systems install it, so it imports only the contract and the live connection's libraries",
    severity: "error",
    from: { path: "^client/src/", pathNot: tests },
    to: {
      pathNot:
        "^(client|contract|domain)/src/|^messages/src/(text|languages)[.]ts$|(^|/)node_modules/(@stomp/stompjs|(@types/)?sockjs-client)/",
    },
  },
  {
    name: "demo-is-content",
    comment: "It describes units; the server writes them into the database",
    severity: "error",
    from: { path: "^demo/src/", pathNot: tests },
    to: { path: "^(server|web|script|bench|tests)/" },
  },
  {
    name: "features-meet-in-sql",
    comment:
      "From another feature, import only `sql.ts` and `*-sql.ts`. The demo, the check of the whole marketplace, the handlers of jobs and the end of an outage are exempt.",
    severity: "error",
    from: {
      path: "^server/src/([^/]+)/",
      pathNot: `${tests}|^server/src/(backups|demo|job-handlers|outages)/`,
    },
    to: {
      path: "^server/src/[^/]+/",
      pathNot: ["^server/src/$1/", `^server/src/(${sharedFolders})/`, "[/-]sql[.]ts$"],
    },
  },
  {
    name: "shared-folders-import-no-feature",
    comment: "Shared folders import no feature",
    severity: "error",
    from: { path: `^server/src/(${sharedFolders})/`, pathNot: tests },
    to: { path: "^server/src/[^/]+/", pathNot: `^server/src/(${sharedFolders})/` },
  },
  {
    name: "realtime-imports-no-feature",
    comment: "It turns events into topics and imports no feature",
    severity: "error",
    from: { path: "^server/src/realtime/", pathNot: tests },
    to: { path: "^server/src/", pathNot: "^server/src/(realtime|events)/" },
  },
  {
    name: "routes-are-for-the-app",
    comment: "Only app.ts sees every part",
    severity: "error",
    from: { pathNot: `^server/src/app[.]ts$|${tests}` },
    to: { path: "^server/src/([^/]+/(staff-)?routes|app)[.]ts$", pathNot: "^server/src/app[.]ts$" },
  },
  {
    name: "app-is-for-the-process",
    comment: "No part of the server imports the assembled server",
    severity: "error",
    from: { path: "^server/src/", pathNot: `^server/src/main[.]ts$|${tests}` },
    to: { path: "^server/src/(app|main)[.]ts$" },
  },
  {
    name: "web-imports-no-server",
    comment: "The browser can't import the server",
    severity: "error",
    from: { path: "^web/", pathNot: tests },
    to: { path: "^server/" },
  },
  {
    name: "server-imports-no-web",
    comment: "The server loads the built pages at run time",
    severity: "error",
    from: { path: "^(domain|contract|server)/" },
    to: { path: "^web/" },
  },
  {
    name: "web-features-meet-in-pages",
    comment: "Pages combine features. Elsewhere, import only another feature's `api.ts`.",
    severity: "error",
    from: {
      path: "^web/src/([^/]+)/",
      pathNot: `${tests}|-page[.]tsx$|^web/src/(dashboard|layout|pages|palette)/`,
    },
    to: {
      path: "^web/src/[^/]+/",
      pathNot: ["^web/src/$1/", `^web/src/(${sharedWeb})/`, "/api[.]ts$"],
    },
  },
  {
    name: "ui-stands-alone",
    comment: "The design system imports no layer above it",
    severity: "error",
    from: { path: "^web/src/ui/", pathNot: tests },
    to: { path: "^web/src/[^/]+/", pathNot: "^web/src/ui/" },
  },
];

/** A folder's own files and folders must not import each other in a circle, through any file. */
export const noFolderCircles = "no-folder-circles";

export interface ImportFault {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

export interface ImportReport {
  /** Modules in each top folder; none would mean that nothing was read. */
  readonly modules: ReadonlyMap<string, number>;
  readonly faults: readonly ImportFault[];
  /** Folders with more files than a reader can take in, tests not counted. */
  readonly crowded: readonly string[];
}

const MAX_FILES = 40;
const isProduct = (file: string): boolean =>
  /^\w+\/src\//.test(file) && !new RegExp(tests).test(file);

/** Checks every import under `folders` of `root` against the rules. */
export async function readImports(root: string, folders: readonly string[]): Promise<ImportReport> {
  const options: ICruiseOptions = {
    baseDir: root,
    parser: "swc",
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: [...importRules] },
    exclude: { path: "(^|/)dist/" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  };
  const { output } = await cruise([...folders], options);
  if (typeof output === "string") throw new Error("imports were not read");
  const modules = new Map<string, number>();
  for (const { source } of output.modules) {
    const [folder = ""] = source.split(path.posix.sep);
    modules.set(folder, (modules.get(folder) ?? 0) + 1);
  }
  const faults = output.summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
  }));
  const imports = output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  const files = Map.groupBy(
    output.modules.filter(({ source }) => isProduct(source)),
    ({ source }) => path.posix.dirname(source),
  );
  const crowded = [...files].filter(([, inside]) => inside.length > MAX_FILES);
  return {
    modules,
    faults: [...faults, ...folderCircles(imports)],
    crowded: crowded.map(([folder, inside]) => `${folder}: ${inside.length} files`),
  };
}

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Returns the imports that tie folders into circles, in the sources of the product without tests. */
function folderCircles(imports: readonly Import[]): ImportFault[] {
  const inFolder = new Map<string, (Import & { readonly parts: readonly [string, string] })[]>();
  for (const { from, to } of imports) {
    if (!isProduct(from) || !isProduct(to)) continue;
    const [a, b] = [from.split("/"), to.split("/")];
    const apart = a.findIndex((name, depth) => name !== b[depth]);
    if (apart < 2) continue;
    const folder = a.slice(0, apart).join("/");
    const parts = [a[apart] ?? "", b[apart] ?? ""] as const;
    inFolder.set(folder, [...(inFolder.get(folder) ?? []), { from, to, parts }]);
  }
  return [...inFolder.values()]
    .flatMap(circlesAmong)
    .map(({ from, to }) => ({ rule: noFolderCircles, from, to }));
}

/** Drops what imports nothing left, or isn't imported by anything left, until only circles are. */
function circlesAmong<T extends { readonly parts: readonly [string, string] }>(
  all: readonly T[],
): readonly T[] {
  const importing = new Set(all.map(({ parts }) => parts[0]));
  const imported = new Set(all.map(({ parts }) => parts[1]));
  const left = all.filter(({ parts }) => imported.has(parts[0]) && importing.has(parts[1]));
  return left.length === all.length ? all : circlesAmong(left);
}
