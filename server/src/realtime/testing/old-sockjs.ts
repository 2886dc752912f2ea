import { fileURLToPath } from "node:url";

/** An old client of SockJS as pages load it: the path of its file. */
export const oldSockJsFile = fileURLToPath(
  import.meta.resolve("sockjs-client-1.4/dist/sockjs.min.js"),
);
