import { glob, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const root = import.meta.dirname;
const dist = path.join(root, "dist");

await rm(dist, { recursive: true, force: true });
await build({
  configFile: path.join(root, "vite.config.ts"),
  logLevel: "warn",
  build: { outDir: path.join(dist, "client"), manifest: true },
});
await build({
  configFile: path.join(root, "vite.config.ts"),
  logLevel: "warn",
  build: {
    outDir: path.join(dist, "server"),
    ssr: path.join(root, "entry-server.tsx"),
    copyPublicDir: false,
  },
});

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
