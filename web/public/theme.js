// The chosen theme, before the first paint. The page's switch writes it.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the device's preference holds.
}
