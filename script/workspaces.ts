import manifest from "../package.json" with { type: "json" };

/** Folders of the npm workspaces. */
export const workspaces: readonly string[] = manifest.workspaces;
