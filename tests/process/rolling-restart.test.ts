import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { runs } from "../../server/src/testing/runs.ts";
import { createDatabase } from "../database.ts";
import { startProduct, type Product } from "../product.ts";
import { balance, CHECK_EVERY_MS } from "../faults/balancer.ts";
import { JWT_SECRET, openMarket, type Market } from "../faults/market.ts";
import { letPass, waitFor } from "../../server/src/testing/wait-for.ts";

const DRAIN_SEC = 1;
/** During and after the restarts. */
const REQUESTS = runs(10_000);

/** Follows a lot until stopped, reconnecting when a connection closes. */
function follow(url: string, lot: number) {
  let over = false;
  let opened = 0;
  let [lastSeq, refused] = [0, 0];
  let socket: WebSocket;
  const open = () => {
    socket = new WebSocket(`${url.replace("http", "ws")}/ws-bid/000/${opened}follower/websocket`);
    let isOpen = false;
    socket.addEventListener("message", ({ data }) => {
      const text = String(data);
      if (text === "o") {
        isOpen = true;
        opened += 1;
        socket.send(JSON.stringify(["CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0"]));
        const subscribe = `SUBSCRIBE\nid:lot\ndestination:/topic/bids/${lot}\n\n\0`;
        socket.send(JSON.stringify([subscribe]));
      }
      for (const [, seq] of text.matchAll(/\\"seq\\":(\d+)/g)) lastSeq = Number(seq);
    });
    socket.addEventListener("error", () => {});
    socket.addEventListener("close", () => {
      if (!isOpen) refused += 1;
      if (!over) open();
    });
  };
  open();
  return {
    opened: () => opened,
    refused: () => refused,
    lastSeq: () => lastSeq,
    stop: () => {
      over = true;
      socket.close();
    },
  };
}

/** Sends text to a process and reads nothing. */
async function sendTo(product: Product, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(product.url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** Bids, reads and opens pages until enough responses came. Returns their number. */
function load(market: Market, url: string, lot: number) {
  let over = false;
  let answered = 0;
  let price = 1_000;
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(url + path, init);
    await answer.text();
    answered += 1;
  };
  const json = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ size: 10, page: 0 }),
  };
  const page = { headers: { accept: "text/html" } };
  const until = async (act: () => Promise<unknown>) => {
    while (!over) await act();
  };
  const workers = [
    ...market.bidders.map((bidder) =>
      until(async () => {
        await market.bid(lot, bidder, (price += 100));
        answered += 1;
      }),
    ),
    ...[1, 2].map(() => until(() => ask("/inventories"))),
    ...[1, 2].map(() => until(() => ask("/inventories/filter", json))),
    until(() => ask("/about", page)),
  ];
  return async (wanted: number) => {
    await waitFor(() => (answered >= wanted ? true : undefined), "enough responses", 300_000);
    over = true;
    await Promise.all(workers);
    return answered;
  };
}

test("no request fails during four rolling restarts under load", async () => {
  const database = await createDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const products: Product[] = [];
  while (products.length < 2) {
    const product = await startProduct({
      DATABASE_URL: database.url,
      DEMO: "0",
      DATA_DIR: database.dataDir,
      JWT_SECRET,
      DRAIN_SEC: String(DRAIN_SEC),
    });
    onTestFinished(async () => {
      await product.stop();
    });
    products.push(product);
  }
  const balancer = await balance(products);
  onTestFinished(() => balancer.close());
  const market = await openMarket(balancer.url, database.ownerUrl);
  const lot = await market.lot(3_600);
  const finish = load(market, balancer.url, lot);
  const follower = follow(balancer.url, lot);

  for (const [index, product] of [...products, ...products].entries()) {
    // An incomplete request and a client that never reads must not delay a shutdown. The client asks
    // for what needs no slot, so that the others are served meanwhile.
    const [half, slow] = await Promise.all([
      sendTo(product, "POST /auth/login HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{"),
      sendTo(product, "GET /docs/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n".repeat(200)),
    ]);
    const upstream = balancer.upstreams[index % 2];
    const drains = upstream?.drains;
    const beganMs = performance.now();
    expect(await product.stop()).toBe(0);
    expect(performance.now() - beganMs).toBeLessThan(DRAIN_SEC * 1_000 + 6_000);
    expect(upstream?.drains).toBe((drains ?? 0) + 1);
    half.destroy();
    slow.destroy();
    await product.start();
    await expect.poll(() => upstream?.ready).toBe(true);
    await letPass(CHECK_EVERY_MS, "the balancer sends requests to it again");
  }
  expect(await finish(REQUESTS)).toBeGreaterThanOrEqual(REQUESTS);
  expect(balancer.failures).toEqual([]);
  expect(await market.broken()).toEqual([]);
  const [last] = await market.rows<{ seq: number }>(
    "SELECT seq FROM lots WHERE inventory_id = $1",
    [lot],
  );
  await expect.poll(follower.lastSeq).toBe(last?.seq);
  follower.stop();
  expect(follower.opened()).toBeGreaterThan(1);
  expect(follower.refused()).toBe(0);
});
