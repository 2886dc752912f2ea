import { fileURLToPath } from "node:url";

/** Paths of the scripts of SockJS clients, as pages load them. */
export const sockJsFiles = {
  new: fileURLToPath(import.meta.resolve("sockjs-client/dist/sockjs.min.js")),
  old: fileURLToPath(import.meta.resolve("sockjs-client-1.4/dist/sockjs.min.js")),
};
