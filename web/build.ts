import { languages } from "@gavelyard/messages/languages";
import { cp, glob, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type InlineConfig } from "vite";
import { pagesIn } from "./vite.config.ts";

const root = import.meta.dirname;
const dist = path.join(root, "dist");

await rm(dist, { recursive: true, force: true });
for (const language of languages) {
  const client = path.join(dist, "pages", language);
  const common: InlineConfig = { configFile: false, logLevel: "warn" };
  const pages = pagesIn(language, {});
  await build({
    ...common,
    ...pages,
    build: { ...pages.build, outDir: client, copyPublicDir: language === "en" },
  });
  const server = pagesIn(language, { isSsrBuild: true });
  await build({
    ...common,
    ...server,
    build: {
      ...server.build,
      outDir: path.join(dist, "server", language),
      ssr: path.join(root, "entry-server.tsx"),
      copyPublicDir: false,
    },
  });
  // Files are named by their content, so the languages share those that are the same.
  await cp(client, path.join(dist, "client"), { recursive: true });
  await rename(
    path.join(dist, "client", "index.html"),
    path.join(dist, "server", language, "index.html"),
  );
}
await rm(path.join(dist, "pages"), { recursive: true });

await build({
  configFile: false,
  root,
  logLevel: "warn",
  build: {
    outDir: path.join(dist, "client"),
    emptyOutDir: false,
    copyPublicDir: false,
    target: "es2022",
    rolldownOptions: {
      input: path.join(root, "service-worker/sw.ts"),
      // A fixed name: browsers check this URL for a new version.
      output: { entryFileNames: "sw.js" },
    },
  },
});

// Compress once at build time instead of on every request.
for await (const entry of glob("assets/*.{js,css,svg}", { cwd: path.join(dist, "client") })) {
  const file = path.join(dist, "client", entry);
  const bytes = await readFile(file);
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, options));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
