interface ImportMetaEnv {
  /** Set while pages are built (vite.config.ts); tests run without. */
  readonly LANGUAGE?: "en" | "es";
}
