/** Builds a LIKE pattern that matches the text anywhere, with its wildcards escaped. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
