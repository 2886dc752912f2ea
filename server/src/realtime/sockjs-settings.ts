/** SockJS's own times and sizes. */
export interface SockJsSettings {
  /** Between two signs of life, so that proxies keep the connection, in ms. */
  readonly heartbeatMs: number;
  /** A session without a reader this long is over; one that is over is known this long, in ms. */
  readonly disconnectMs: number;
  /** A streaming answer ends after this many bytes, so that clients can let go of what they read. */
  readonly streamBytes: number;
}

/** As SockJS's protocol has them. */
export const defaultSockJs: SockJsSettings = {
  heartbeatMs: 25_000,
  disconnectMs: 5_000,
  streamBytes: 131_072,
};
