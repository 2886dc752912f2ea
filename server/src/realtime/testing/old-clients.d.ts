/** Types of old releases of public clients, under aliases, as far as tests use them. */

declare module "sockjs-client-1.4" {
  export { default } from "sockjs-client";
}

declare module "stompjs-5" {
  import type { Client, Versions } from "@stomp/stompjs";

  const stomp: { readonly Client: typeof Client; readonly Versions: typeof Versions };
  export default stomp;
}

declare module "stompjs-6" {
  export { default } from "stompjs-5";
}

declare module "stompjs-2" {
  interface OldFrame {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }
  interface OldClient {
    debug: unknown;
    onreceipt: ((frame: OldFrame) => void) | undefined;
    connect(
      headers: Readonly<Record<string, string>>,
      onConnect: () => void,
      onError: (error: OldFrame | CloseEvent | string) => void,
    ): void;
    subscribe(
      destination: string,
      onMessage: (message: OldFrame) => void,
      headers?: Readonly<Record<string, string>>,
    ): { unsubscribe(): void };
    send(destination: string, headers: object | string, body: string | object): void;
    disconnect(onDisconnect?: () => void): void;
  }
  const stomp: { over(socket: object): OldClient };
  export default stomp;
}

declare module "webstomp-client" {
  export { default } from "stompjs-2";
}
