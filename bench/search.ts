/** Searches with facet counts. Returns the response's text, for callers that time it without parsing. */
export async function search(url: string, filter: object): Promise<string> {
  const response = await fetch(`${url}/inventories/filter`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(filter),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return text;
}
