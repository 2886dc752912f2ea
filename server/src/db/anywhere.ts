/** A pattern for LIKE that finds a text anywhere in another, each of its signs as it stands. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
