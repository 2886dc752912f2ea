import { unawaited } from "@gavelyard/domain/unawaited";
import { Client, Versions, type IStompSocket } from "@stomp/stompjs";
import stomp2 from "stompjs-2";
import stomp5 from "stompjs-5";
// oxlint-disable-next-line import/default -- a CommonJS module, whose exports Node hands over as one
import stomp6 from "stompjs-6";
import webstomp from "webstomp-client";

/** A common interface for public STOMP clients of every age. */
export interface AnyStompClient {
  /** Resolves on CONNECTED; rejects with the `message` of an ERROR. */
  readonly connected: Promise<void>;
  readonly failed: Promise<string>;
  readonly closed: Promise<void>;
  readonly receipts: string[];
  subscribe(
    destination: string,
    onBody: (body: string) => void,
    headers?: Readonly<Record<string, string>>,
  ): { unsubscribe(): void };
  send(destination: string, body: string): void;
  disconnect(): void;
}

export type MakeSocket = () => IStompSocket;
type MakeClient = (makeSocket: MakeSocket) => AnyStompClient;

function settleable() {
  let succeed = () => {};
  let fail: (message: string) => void = () => {};
  let close = () => {};
  const connected = new Promise<void>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  const failed = connected.then(
    () => new Promise<string>((resolve) => (fail = resolve)),
    (message: unknown) => String(message),
  );
  const closed = new Promise<void>((resolve) => (close = resolve));
  return {
    connected,
    failed,
    closed,
    succeed: () => succeed(),
    fail: (message: string) => fail(message),
    close: () => close(),
  };
}

/** Adapts a client of `@stomp/stompjs` 5 and later. */
function modern(ClientOfThatAge: typeof Client, stompVersions?: Versions): MakeClient {
  return (makeSocket) => {
    const { connected, failed, closed, succeed, fail, close } = settleable();
    const receipts: string[] = [];
    const client = new ClientOfThatAge({
      webSocketFactory: makeSocket,
      reconnectDelay: 0,
      heartbeatIncoming: 4_000,
      heartbeatOutgoing: 4_000,
      ...(stompVersions && { stompVersions }),
      onConnect: succeed,
      onStompError: ({ headers }) => fail(headers["message"] ?? ""),
      onWebSocketClose: close,
      onUnhandledReceipt: ({ headers }) => receipts.push(headers["receipt-id"] ?? ""),
    });
    client.activate();
    return {
      connected,
      failed,
      closed,
      receipts,
      subscribe: (destination, onBody, headers = {}) =>
        client.subscribe(destination, ({ body }) => onBody(body), { ...headers }),
      send: (destination, body) => client.publish({ destination, body }),
      disconnect: () => unawaited(client.deactivate()),
    };
  };
}

/** Adapts a client with the older interface, which takes a socket. */
function old(library: typeof stomp2, sendsHeadersFirst: boolean): MakeClient {
  return (makeSocket) => {
    const { connected, failed, closed, succeed, fail, close } = settleable();
    const receipts: string[] = [];
    const client = library.over(makeSocket());
    client.debug = () => {};
    client.onreceipt = ({ headers }) => receipts.push(headers["receipt-id"] ?? "");
    client.connect({}, succeed, (error) => {
      if (typeof error === "object" && "headers" in error) fail(error.headers["message"] ?? "");
      else close();
    });
    return {
      connected,
      failed,
      closed,
      receipts,
      subscribe(destination, onBody, headers = {}) {
        return client.subscribe(destination, ({ body }) => onBody(body), { ...headers });
      },
      send: (destination, body) =>
        sendsHeadersFirst ? client.send(destination, {}, body) : client.send(destination, body, {}),
      disconnect: () => client.disconnect(close),
    };
  };
}

/** Public STOMP clients by name and protocol version. */
export const stompClients: readonly (readonly [string, MakeClient])[] = [
  ["stompjs 2.3.3", old(stomp2, true)],
  ["webstomp-client 1.2.6", old(webstomp, false)],
  ["@stomp/stompjs 5.4.4", modern(stomp5.Client)],
  ["@stomp/stompjs 6.1.2", modern(stomp6.Client)],
  ["@stomp/stompjs 7.5.0", modern(Client)],
  ["@stomp/stompjs 7.5.0 in version 1.1", modern(Client, new Versions([Versions.V1_1]))],
  ["@stomp/stompjs 7.5.0 in version 1.0", modern(Client, new Versions([Versions.V1_0]))],
];
