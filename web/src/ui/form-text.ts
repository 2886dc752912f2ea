/** What somebody typed or chose in a field of a form, without spaces around it. */
export function textIn(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value.trim() : "";
}
