/** Hosts of the push services of Chrome and Edge, Firefox, Windows and Safari. */
const services = [
  /^(fcm|jmt17)\.google(apis)?\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
];

/**
 * Whether an endpoint that a browser sent belongs to a push service, so that we call nothing else
 * (D49): https at a known host and the default port, or an origin that the operators allow.
 */
export function isPushEndpoint(address: string, furtherOrigins: readonly string[]): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (furtherOrigins.includes(url.origin)) return true;
  return (
    url.protocol === "https:" &&
    url.port === "" &&
    services.some((service) => service.test(url.hostname))
  );
}
