/** Fields of a table's address that are about this moment, not about the view. */
const momentary = ["page", "act", "queue", "record"];

/** Returns the query that a view of a table keeps: its part, filters, order and columns. */
export function viewOf(search: string): string {
  const query = new URLSearchParams(search);
  for (const field of momentary) query.delete(field);
  return query.toString();
}
