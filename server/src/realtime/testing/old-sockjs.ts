import { fileURLToPath } from "node:url";

/** Path of the script of an old SockJS client, as pages load it. */
export const oldSockJsFile = fileURLToPath(
  import.meta.resolve("sockjs-client-1.4/dist/sockjs.min.js"),
);
