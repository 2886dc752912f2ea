export interface SockJsSettings {
  /** Interval between heartbeats, which keep proxies from closing the connection, in ms. */
  readonly heartbeatMs: number;
  /** Time without a reader after which a session ends, and then is removed, in ms each. */
  readonly disconnectMs: number;
  /** Bytes after which a streaming response ends, so that clients can free what they read. */
  readonly streamBytes: number;
}

/** The defaults of the SockJS protocol. */
export const defaultSockJs: SockJsSettings = {
  heartbeatMs: 25_000,
  disconnectMs: 5_000,
  streamBytes: 131_072,
};
