import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startLiveServer, type LiveServer } from "../testing/live-server.ts";
import { connectPeer, frameText, type StompPeer } from "../testing/stomp-peer.ts";
import { letPass } from "../../testing/wait-for.ts";

/** What STOMP 1.0, 1.1 and 1.2 require of a server, with frames written by hand. */

const versions = ["1.0", "1.1", "1.2"] as const;
type Version = (typeof versions)[number];
const LOT = "/topic/bids/1";

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
  server.ledger.open(1);
});
afterAll(() => server.stop());

const connectAs = (version: Version, headers: Readonly<Record<string, string>> = {}) =>
  frameText("CONNECT", { "accept-version": version, host: "gavelyard", ...headers });

const peer = (...says: readonly (string | Buffer)[]) => peerOf(server, ...says);
async function peerOf(on: LiveServer, ...says: readonly (string | Buffer)[]): Promise<StompPeer> {
  const connected = await connectPeer(on.url);
  onTestFinished(() => connected.socket.terminate());
  for (const text of says) connected.send(text);
  return connected;
}

const commands = ({ frames }: StompPeer) => frames.map(({ command }) => command);

/** Returns the `message` of the ERROR after which the server closed. */
async function fault(of: StompPeer): Promise<string | undefined> {
  await of.closed;
  const last = of.frames.at(-1);
  expect(last?.command).toBe("ERROR");
  expect(last?.headers.get("content-type")).toBe("text/plain");
  expect(last?.headers.get("content-length")).toBe(String(last?.body.length));
  expect(last?.body.length).toBeGreaterThan(0);
  return last?.headers.get("message");
}

describe("the handshake", () => {
  test.for([
    ["no accept-version", "CONNECT\n\n\0", "1.0"],
    ["STOMP in place of CONNECT", "STOMP\naccept-version:1.1,1.2\nhost:h\n\n\0", "1.2"],
    ["line ends before it", "\n\r\n\nCONNECT\naccept-version:1.1\nhost:h\n\n\0\n", "1.1"],
    ["login and passcode", "CONNECT\nlogin:guest\npasscode:guest\n\n\0", "1.0"],
    ["unknown headers", "CONNECT\naccept-version:1.2\nx:y\nempty:\n\n\0", "1.2"],
  ] as const)("with %s", async ([, text, version]) => {
    const connected = await peer(text);
    await expect.poll(() => commands(connected)).toEqual(["CONNECTED"]);
    const headers = connected.frames[0]?.headers;
    expect(headers?.get("version")).toBe(version);
    expect(headers?.get("session")).toBeTruthy();
    expect(headers?.get("heart-beat")).toBe(version === "1.0" ? undefined : "4000,4000");
  });

  test("without a common version is refused with the supported versions", async () => {
    const refused = await peer(frameText("CONNECT", { "accept-version": "0.9,2.0" }));
    expect(await fault(refused)).toBe("No common version");
    expect(refused.frames[0]?.headers.get("version")).toBe("1.0,1.1,1.2");
  });

  test.for(versions)("accepts frames right after it, in version %s", async (version) => {
    const id = version === "1.0" ? "a b" : "a\\cb";
    const connected = await peer(
      `${connectAs(version)}SUBSCRIBE\nid:${id}\ndestination:${LOT}\n\n\0`,
    );
    await expect.poll(() => commands(connected)).toEqual(["CONNECTED", "MESSAGE"]);
    expect(connected.texts.at(-1)).toContain(`\nsubscription:${id}\n`);
  });

  test("reads its own headers without unescaping them", async () => {
    const expiresAtMs = performance.now() + 60_000;
    server.tokens.set("a\\nb", { userId: 5, permissions: [], expiresAtMs });
    const connected = await peer("CONNECT\naccept-version:1.2\nAuthorization:Bearer a\\nb\n\n\0");
    await expect.poll(() => commands(connected)).toEqual(["CONNECTED"]);
  });
});

describe("headers", () => {
  test.for<readonly [Version, string, string]>([
    ["1.0", "a\\cb\\n", "a\\cb\\n"],
    ["1.1", "a\\cb\\nc\\\\d", "a\\cb\\nc\\\\d"],
    ["1.2", "a\\cb\\nc\\\\d\\re", "a\\cb\\nc\\\\d\\re"],
    ["1.2", " kept ", " kept "],
    ["1.2", "a:b", "a\\cb"],
  ])("of version %s: %j comes back as %j", async ([version, id, back]) => {
    const watcher = await peer(
      connectAs(version),
      `SUBSCRIBE\nid:${id}\ndestination:${LOT}\nreceipt:${id}\n\n\0`,
    );
    await expect.poll(() => watcher.texts.length).toBe(3);
    expect(watcher.texts[1]).toContain(`\nsubscription:${back}\n`);
    expect(watcher.texts[2]).toBe(`RECEIPT\nreceipt-id:${back}\n\n\0`);
  });

  test.for<readonly [Version, string]>([
    ["1.1", "a\\rb"],
    ["1.1", "a\\t"],
    ["1.2", "a\\t"],
    ["1.2", "a\\"],
  ])("of version %s with %j are refused", async ([version, value]) => {
    const refused = await peer(connectAs(version), `SUBSCRIBE\nid:${value}\n\n\0`);
    expect(await fault(refused)).toMatch(/undefined escape/);
  });

  test("that repeat: only the first counts", async () => {
    const watcher = await peer(
      connectAs("1.2"),
      `SUBSCRIBE\nid:first\nid:second\ndestination:${LOT}\ndestination:/topic/none\n\n\0`,
    );
    await expect.poll(() => watcher.frames[1]?.headers.get("subscription")).toBe("first");
  });

  test("may end in carriage returns", async () => {
    const watcher = await peer(
      "CONNECT\r\naccept-version:1.2\r\n\r\n\0\r\n",
      `SUBSCRIBE\r\nid:a\r\ndestination:${LOT}\r\nreceipt:r\r\n\r\n\0\r\n`,
    );
    await expect.poll(() => watcher.texts.at(-1)).toBe("RECEIPT\nreceipt-id:r\n\n\0");
  });

  test.for([
    ["too many", `SUBSCRIBE\n${"x:y\n".repeat(70)}\n\0`, /too many headers/],
    ["too large", `SUBSCRIBE\nid:${"x".repeat(66_000)}\n\n\0`, /too large/],
    ["without a name", "SUBSCRIBE\n:b\n\n\0", /no name/],
    ["without a colon", "SUBSCRIBE\nid\n\n\0", /no name/],
    ["cut by a NUL", "SUBSCRIBE\nid:a\0", /ends within its head/],
  ] as const)("%s are refused", async ([, text, message]) => {
    expect(await fault(await peer(connectAs("1.2"), text))).toMatch(message);
  });
});

describe("bodies", () => {
  const after = frameText("ACK", { id: "2", receipt: "after" });

  test.for([
    ["with NULs by their length", "ACK\nid:1\ncontent-length:5\n\na\0b\0c\0"],
    ["without a length up to the NUL", "ACK\nid:1\n\nabc\0"],
    ["of length 0", "ACK\nid:1\ncontent-length:0\n\n\0"],
  ] as const)("%s end where they should", async ([, text]) => {
    const connected = await peer(connectAs("1.2"), text + after);
    await expect.poll(() => commands(connected)).toEqual(["CONNECTED", "RECEIPT"]);
  });

  test("of binary data arrive, however they are split", async () => {
    const bytes = Buffer.concat([
      Buffer.from("ACK\nid:1\ncontent-length:4\n\n"),
      Buffer.of(0, 0xff, 0xfe, 0, 0),
      Buffer.from(`\n${after}`),
    ]);
    for (const size of [1, 7, bytes.length]) {
      const connected = await peer(connectAs("1.2"));
      for (let from = 0; from < bytes.length; from += size)
        connected.send(bytes.subarray(from, from + size));
      await expect.poll(() => commands(connected)).toEqual(["CONNECTED", "RECEIPT"]);
    }
  });

  test.for([
    ["longer than their length", "ACK\nid:1\ncontent-length:1\n\nabc\0", /content-length/],
    ["whose length isn't a number", "ACK\nid:1\ncontent-length:ten\n\n\0", /not a number/],
    ["over the limit", `ACK\nid:1\n\n${"x".repeat(66_000)}\0`, /too large/],
  ] as const)("%s are refused", async ([, text, message]) => {
    expect(await fault(await peer(connectAs("1.2"), text))).toMatch(message);
  });

  test("far over the limit end the connection", async () => {
    const refused = await peer(connectAs("1.2"), "x".repeat(400_000));
    expect(await refused.closed).toBe(1009);
  });
});

test("frames before a broken one are processed", async () => {
  const broken = await peer(
    connectAs("1.2"),
    `${frameText("SUBSCRIBE", { id: "a", destination: LOT, receipt: "r" })}SEND\n:\n\n\0`,
  );
  expect(await fault(broken)).toMatch(/no name/);
  expect(commands(broken)).toEqual(["CONNECTED", "MESSAGE", "RECEIPT", "ERROR"]);
});

/** Headers with which each version acknowledges. */
const naming: Readonly<Record<Version, Readonly<Record<string, string>>>> = {
  "1.0": { "message-id": "m" },
  "1.1": { "message-id": "m", subscription: "a" },
  "1.2": { id: "m" },
};

describe.for(versions)("in version %s", (version) => {
  test("every frame has its receipt, in order", async () => {
    const all: [string, Record<string, string>][] = [
      ["SUBSCRIBE", { id: "a", destination: "/topic/auctions" }],
      ["BEGIN", { transaction: "t" }],
      ["ACK", { ...naming[version], transaction: "t" }],
      ["COMMIT", { transaction: "t" }],
      ["BEGIN", { transaction: "t" }],
      ["ABORT", { transaction: "t" }],
      ["ACK", naming[version]],
      ...(version === "1.0"
        ? []
        : ([["NACK", naming[version]]] as [string, (typeof naming)[Version]][])),
      ["UNSUBSCRIBE", { id: "a" }],
      ["DISCONNECT", {}],
    ];
    const busy = await peer(
      connectAs(version),
      all
        .map(([command, headers], index) => frameText(command, { ...headers, receipt: `${index}` }))
        .join("\n"),
    );
    expect(await busy.closed).toBe(1000);
    expect(busy.frames.slice(1).map(({ headers }) => headers.get("receipt-id"))).toEqual(
      all.map((_frame, index) => String(index)),
    );
  });

  test.for(["SEND", "SEND in a transaction"])("%s is refused, without effect", async (kind) => {
    const watcher = await peer(
      connectAs(version),
      frameText("SUBSCRIBE", { id: "a", destination: LOT }),
    );
    await expect.poll(() => watcher.frames.length).toBe(2);
    const transaction = { transaction: "t" };
    const isBound = kind !== "SEND";
    const sender = await peer(
      connectAs(version),
      isBound ? frameText("BEGIN", transaction) : "\n",
      frameText("SEND", { destination: LOT, receipt: "r", ...(isBound && transaction) }, "{}"),
      isBound ? frameText("COMMIT", transaction) : "\n",
    );
    expect(await fault(sender)).toMatch(/over HTTP/);
    expect(commands(sender)).toEqual(["CONNECTED", "ERROR"]);
    expect(sender.frames[1]?.headers.get("receipt-id")).toBe("r");
    await letPass(30, "a message would have come");
    expect(commands(watcher)).toEqual(["CONNECTED", "MESSAGE"]);
  });

  test.for(["NOSUCH", "subscribe", "MESSAGE", "CONNECTED", "ERROR", "\u00e9"])(
    "the command %s is refused by its name",
    async (command) => {
      const refused = await peer(connectAs(version), frameText(command, { receipt: "r" }));
      expect(await fault(refused)).toBe(`Unknown command ${JSON.stringify(command)}`);
      expect(refused.frames.at(-1)?.headers.get("receipt-id")).toBe("r");
    },
  );

  test.for<readonly [string, string, Readonly<Record<string, string>>, RegExp]>([
    ["a transaction without a name", "BEGIN", {}, /header transaction/],
    [
      "the commit of one that is not open",
      "COMMIT",
      { transaction: "none" },
      /No such transaction/,
    ],
    [
      "the rollback of one that is not open",
      "ABORT",
      { transaction: "none" },
      /No such transaction/,
    ],
    ["an acknowledgement without an id", "ACK", {}, /ACK needs the header/],
    [
      "one in a transaction that is not open",
      "ACK",
      { ...naming[version], transaction: "none" },
      /No such transaction/,
    ],
  ])("%s is refused", async ([, command, headers, message]) => {
    expect(await fault(await peer(connectAs(version), frameText(command, headers)))).toMatch(
      message,
    );
  });

  test("a transaction opens once, and their number is limited", async () => {
    const begin = (name: string) => frameText("BEGIN", { transaction: name });
    expect(await fault(await peer(connectAs(version), begin("t"), begin("t")))).toMatch(/already/);
    const many = Array.from({ length: 21 }, (_, index) => begin(`t-${index}`));
    const greedy = await peer(connectAs(version), many.slice(0, 15).join(""));
    await letPass(500, "the frames come in two deliveries");
    greedy.send(many.slice(15).join(""));
    expect(await fault(greedy)).toMatch(/Too many transactions/);
  });

  test.for(["auto", "client", "client-individual"])("ack mode %s is accepted", async (ack) => {
    const watcher = await peer(
      connectAs(version),
      frameText("SUBSCRIBE", { id: "a", destination: LOT, ack }),
    );
    await expect.poll(() => watcher.frames.length).toBe(2);
    const headers = watcher.frames[1]?.headers;
    const id = headers?.get("message-id");
    // Only version 1.2 has an `ack` header.
    expect(headers?.get("ack")).toBe(version === "1.2" && ack !== "auto" ? id : undefined);
  });
});

test("NACK is unknown to version 1.0", async () => {
  const refused = await peer(connectAs("1.0"), frameText("NACK", { "message-id": "m" }));
  expect(await fault(refused)).toBe('Unknown command "NACK"');
});

test("in version 1.0 a destination identifies its subscription", async () => {
  const watcher = await peer(
    connectAs("1.0"),
    frameText("SUBSCRIBE", { destination: "/topic/auctions" }),
    frameText("SUBSCRIBE", { id: "named", destination: LOT }),
    frameText("UNSUBSCRIBE", { destination: LOT }),
    frameText("UNSUBSCRIBE", { destination: "/topic/auctions", receipt: "r" }),
  );
  await expect.poll(() => commands(watcher)).toEqual(["CONNECTED", "MESSAGE", "RECEIPT"]);
  server.realtime.publish("/topic/auctions", {});
  server.bid(1, 2_000);
  await letPass(30, "a message would have come");
  expect(watcher.frames).toHaveLength(3);
});

test("messages of one subscription have unique ids, states too", async () => {
  const watcher = await peer(
    connectAs("1.2"),
    frameText("SUBSCRIBE", { id: "a", destination: LOT }),
    frameText("SUBSCRIBE", { id: "b", destination: LOT }),
  );
  await expect.poll(() => watcher.frames.length).toBe(3);
  server.bid(1, 3_000);
  await expect.poll(() => watcher.frames.length).toBe(5);
  for (const id of ["a", "b"]) {
    const names = watcher.frames
      .filter(({ headers }) => headers.get("subscription") === id)
      .map(({ headers }) => headers.get("message-id"));
    expect(new Set(names).size).toBe(2);
  }
});

describe("heartbeats", () => {
  test.for([
    ["0,0", "4000,4000"],
    ["0,60000", "4000,4000"],
    ["0,4000", "4000,4000"],
    ["0,2500", "2500,4000"],
    ["500,1000", "1000,4000"],
    ["0,1", "1000,4000"],
  ])("requested as %j are offered as %j", async ([asked = "", offered]) => {
    const connected = await peer(connectAs("1.2", { "heart-beat": asked }));
    await expect.poll(() => commands(connected)).toEqual(["CONNECTED"]);
    expect(connected.frames[0]?.headers.get("heart-beat")).toBe(offered);
  });

  test("come every second to a client that requests it", async () => {
    let nowMs = 0;
    const stopped = await startLiveServer({ now: () => nowMs });
    onTestFinished(() => stopped.stop());
    const eager = await peerOf(stopped, connectAs("1.2", { "heart-beat": "0,1000" }));
    const patient = await peerOf(stopped, connectAs("1.2", { "heart-beat": "0,4000" }));
    for (const each of [eager, patient])
      await expect.poll(() => commands(each)).toEqual(["CONNECTED"]);
    for (const second of [1, 2]) {
      nowMs += 1_000;
      await expect.poll(() => eager.heartbeats()).toBe(second);
    }
    expect(patient.heartbeats()).toBe(0);
  });

  test("don't exist in version 1.0, whose clients may promise them and send none", async () => {
    let nowMs = 0;
    const stopped = await startLiveServer({ limits: { silenceMs: 300 }, now: () => nowMs });
    onTestFinished(() => stopped.stop());
    const silent = await peerOf(stopped, connectAs("1.0", { "heart-beat": "100,100" }));
    const gone = await peerOf(stopped, connectAs("1.1", { "heart-beat": "100,0" }));
    for (const each of [silent, gone])
      await expect.poll(() => commands(each)).toEqual(["CONNECTED"]);
    nowMs += 301;
    await gone.closed;
    expect(gone.frames.at(-1)?.headers.get("message")).toBe("Heartbeats are missing");
    expect(silent.socket.readyState).toBe(silent.socket.OPEN);
  });

  test.for(["often", "1", "-1,2", "1,2,3", "1.5,2"])("of %j are refused", async (beat) => {
    expect(await fault(await peer(connectAs("1.2", { "heart-beat": beat })))).toMatch(/heart-beat/);
  });
});

describe("limits", () => {
  test("let a page end all its subscriptions at once", async () => {
    const page = await peer(connectAs("1.2"));
    const ids = Array.from({ length: 100 }, (_, index) => `s-${index}`);
    page.send(
      ids.map((id) => frameText("SUBSCRIBE", { id, destination: "/topic/auctions" })).join(""),
    );
    page.send(ids.map((id) => frameText("UNSUBSCRIBE", { id })).join(""));
    page.send(frameText("SUBSCRIBE", { id: "new", destination: LOT, receipt: "r" }));
    await expect.poll(() => commands(page)).toEqual(["CONNECTED", "MESSAGE", "RECEIPT"]);
  });

  test("let a client acknowledge many messages a second, but not any number", async () => {
    const ack = frameText("ACK", { id: "m" });
    const busy = await peer(
      connectAs("1.2"),
      ack.repeat(150),
      frameText("ACK", { id: "m", receipt: "r" }),
    );
    await expect.poll(() => commands(busy)).toEqual(["CONNECTED", "RECEIPT"]);
    busy.send(ack.repeat(250));
    expect(await fault(busy)).toMatch(/Too many frames/);
  });

  test("apply to subscriptions that come and go", async () => {
    const restless = await peer(connectAs("1.2"));
    const round =
      frameText("SUBSCRIBE", { id: "a", destination: "/topic/auctions" }) +
      frameText("UNSUBSCRIBE", { id: "a" });
    restless.send(round.repeat(150));
    expect(await fault(restless)).toMatch(/Too many frames/);
  });
});
