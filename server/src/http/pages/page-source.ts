/** Calls the API for a page while the server renders it. */
export type Send = (call: {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}) => Promise<{ status: number; text: string }>;

/** Renders pages: from the built bundle, or from the sources during development. */
export interface PageSource {
  render(url: string, send: Send): Promise<unknown>;
  template(url: string): Promise<string>;
}
