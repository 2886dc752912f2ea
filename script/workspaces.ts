import manifest from "../package.json" with { type: "json" };

export const workspaces: readonly string[] = manifest.workspaces;
