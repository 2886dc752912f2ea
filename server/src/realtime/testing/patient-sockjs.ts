import SockJS from "sockjs-client";

/**
 * Options with a minute for a transport to open. SockJS itself allows it a few round trips, as long
 * as the first took, which a busy machine exceeds.
 */
export const patientOptions = (transports: string) => ({ transports, timeout: 60_000 });

/** Connects with SockJS over the given transports. */
export const patientSockJs = (serverUrl: string, transports: string): WebSocket =>
  new SockJS(`${serverUrl}/ws-bid`, null, patientOptions(transports));
