/** How long a browser may take to begin saving, ms. */
const KEPT_MS = 60_000;

/** Has the browser save bytes as a file of this name. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
