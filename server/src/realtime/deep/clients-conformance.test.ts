import { unawaited } from "@gavelyard/domain/unawaited";
import SockJS from "sockjs-client";
import SockJS14 from "sockjs-client-1.4";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { startEchoServices } from "../testing/echo-services.ts";
import { startLiveServer, type LiveServer } from "../testing/live-server.ts";
import { stompClients, type AnyStompClient, type MakeSocket } from "../testing/stomp-clients.ts";
import { letPass } from "../../testing/wait-for.ts";

/** Runs public clients of several ages against `/ws-bid`, over every transport they support. */

let server: LiveServer;
let services: Awaited<ReturnType<typeof startEchoServices>>;
/** Clients that stay idle while the other tests run; `closed` names those that disconnected. */
let steady: readonly AnyStompClient[] = [];
let steadySinceMs = 0;
const closed: string[] = [];
beforeAll(async () => {
  [server, services] = await Promise.all([startLiveServer(), startEchoServices()]);
  steady = stompClients.map(([name, connect]) => {
    const client = connect(plainSocket);
    unawaited(client.closed.then(() => closed.push(name)));
    return client;
  });
  await Promise.all(steady.map(({ connected }) => connected));
  steadySinceMs = Date.now();
});
afterAll(async () => {
  for (const client of steady) client.disconnect();
  services.stop();
  await server.stop();
});

const stompProtocols = ["v12.stomp", "v11.stomp", "v10.stomp"];
const plainSocket = () =>
  new WebSocket(`${server.url.replace("http", "ws")}/ws-bid/websocket`, stompProtocols);
const sockJsAges = [
  ["sockjs-client 1.4.0", SockJS14],
  ["sockjs-client 1.6.1", SockJS],
] as const;
const transports = ["websocket", "xhr-streaming", "eventsource", "xhr-polling"] as const;

const sockets: readonly (readonly [string, MakeSocket])[] = [
  ["plain WebSocket", plainSocket],
  ...sockJsAges.flatMap(([name, Library]) =>
    transports.map(
      (transport) =>
        [
          `${name}, ${transport}`,
          () => new Library(`${server.url}/ws-bid`, null, { transports: transport }),
        ] as const,
    ),
  ),
];

const alwaysAll = ["plain WebSocket", "sockjs-client 1.6.1, websocket"];
const oldestAndNewest = stompClients.filter(([name]) => /2\.3\.3$|7\.5\.0$/.test(name));
let lots = 0;

describe.for(sockets)("over %s", ([carrier, makeSocket]) => {
  const clients = alwaysAll.includes(carrier) ? stompClients : oldestAndNewest;

  test.for(clients)("%s follows a lot and disconnects", async ([, connect]) => {
    const lot = ++lots;
    server.ledger.open(lot);
    server.bid(lot, 900);
    const client = connect(makeSocket);
    onTestFinished(() => client.disconnect());
    await client.connected;

    const bodies: string[] = [];
    const seqs = () => bodies.map((body) => Number(JSON.parse(body).seq));
    const destination = `/topic/bids/${lot}`;
    const subscription = client.subscribe(destination, (body) => bodies.push(body), {
      receipt: "began",
    });
    await expect.poll(() => client.receipts).toEqual(["began"]);
    for (const amount of [1_000, 1_100]) server.bid(lot, amount);
    await expect.poll(() => seqs()).toEqual([1, 2, 3]);
    expect(JSON.parse(bodies[0] ?? "")).toMatchObject({ type: "STATE", amount: 900 });

    subscription.unsubscribe();
    // Frames are processed in order.
    client.subscribe("/topic/auctions", () => {}, { receipt: "ended" });
    await expect.poll(() => client.receipts).toEqual(["began", "ended"]);
    server.bid(lot, 1_200);
    client.subscribe(destination, (body) => bodies.push(body), { "last-seq": "2" });
    await expect.poll(() => seqs()).toEqual([1, 2, 3, 3, 4]);

    client.disconnect();
    await client.closed;
  });

  test.for(clients)("%s gets the reason why it may not send", async ([, connect]) => {
    const lot = ++lots;
    server.ledger.open(lot);
    const client = connect(makeSocket);
    await client.connected;
    const bodies: string[] = [];
    client.subscribe(`/topic/bids/${lot}`, (body) => bodies.push(body));
    await expect.poll(() => bodies).toHaveLength(1);
    client.send(`/topic/bids/${lot}`, '{"amount":5}');
    expect(await client.failed).toMatch(/Place bids over HTTP/);
    await client.closed;
    expect(bodies).toHaveLength(1);
  });
});

describe.for(sockJsAges)("%s against the services of SockJS's own tests", ([, Library]) => {
  test.for(transports)("%s echoes text of all kinds", async (transport) => {
    const texts = [
      "data",
      " ",
      "\0",
      "\xff\0",
      " \r\n ",
      "",
      "\tΤη γλώσσα 나는 ⠊⠀⠉",
      "\ufffd\u{2f877}",
    ];
    const long = "x".repeat(8_191);
    const socket = new Library(`${services.url}/echo`, null, { transports: transport });
    const received: string[] = [];
    const code = await new Promise<number>((resolve) => {
      socket.addEventListener("open", () => {
        for (const text of [...texts, long]) socket.send(text);
      });
      socket.addEventListener("message", ({ data }) => {
        if (received.push(data) === texts.length + 1) socket.close();
      });
      socket.addEventListener("close", ({ code: closeCode }) => resolve(closeCode));
    });
    expect(received).toEqual([...texts, long]);
    expect(code).toBe(1000);
  });

  test.for(transports)("%s receives messages larger than one response", async (transport) => {
    const socket = new Library(`${services.url}/amplify`, null, { transports: transport });
    const lengths: number[] = [];
    await new Promise<void>((resolve) => {
      const powers = [17, 4, 17];
      socket.addEventListener("open", () => socket.send(String(powers[0])));
      socket.addEventListener("message", ({ data }) => {
        lengths.push(data.length);
        const next = powers[lengths.length];
        if (next === undefined) resolve();
        else socket.send(String(next));
      });
    });
    socket.close();
    expect(lengths).toEqual([131_072, 16, 131_072]);
  });

  test.for(transports)("%s receives the close reason", async (transport) => {
    const socket = new Library(`${services.url}/close`, null, { transports: transport });
    const closing = await new Promise<CloseEvent>((resolve) => {
      socket.addEventListener("close", (event) => resolve(event));
    });
    expect(closing).toMatchObject({ code: 3000, reason: "Go away!", wasClean: true });
  });

  test.for(transports)("%s receives messages that it didn't ask for", async (transport) => {
    const socket = new Library(`${services.url}/ticker`, null, { transports: transport });
    const received: string[] = [];
    socket.addEventListener("message", ({ data }) => received.push(data));
    await expect.poll(() => received.slice(0, 3)).toEqual(["tick!", "tick!", "tick!"]);
    socket.close();
  });
});

test("clients of every age keep their connection alive by heartbeats", async () => {
  // Longer than either side's heartbeat timeout.
  await letPass(Math.max(0, steadySinceMs + 11_000 - Date.now()), "heartbeats keep it alive");
  expect(closed).toEqual([]);
  expect(steady).toHaveLength(stompClients.length);
});
