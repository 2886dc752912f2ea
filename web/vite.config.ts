import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs comes in one file: many small ones compress worse and cost a request each.
        codeSplitting: {
          groups: [{ name: "shared", minShareCount: 4, test: /web\/(src|routes)/ }],
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
