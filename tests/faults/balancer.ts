import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { connect } from "node:net";
import { z } from "zod";
import type { Product } from "../product.ts";

export const CHECK_EVERY_MS = 50;

interface Upstream {
  readonly port: number;
  readonly agent: Agent;
  ready: boolean;
  /** How often it stopped being ready. */
  drains: number;
}

export interface Balancer {
  readonly url: string;
  readonly upstreams: readonly Upstream[];
  readonly failures: readonly string[];
  /** Also sends requests to another process once it is ready. */
  add(product: Product): void;
  close(): void;
}

/** A load balancer without retries. It sends each request once, to a ready process. */
export async function balance(products: readonly Product[]): Promise<Balancer> {
  const failures: string[] = [];
  const upstreams: Upstream[] = [];
  const add = ({ url }: Product, ready: boolean) =>
    upstreams.push({
      port: Number(new URL(url).port),
      agent: new Agent({ keepAlive: true }),
      ready,
      drains: 0,
    });
  for (const product of products) add(product, true);
  const looking = setInterval(() => {
    for (const upstream of upstreams) {
      fetch(`http://127.0.0.1:${upstream.port}/readyz`).then(
        ({ status }) => {
          if (status === 503 && upstream.ready) upstream.drains += 1;
          upstream.ready = status === 200;
        },
        () => (upstream.ready = false),
      );
    }
  }, CHECK_EVERY_MS);
  let turn = 0;
  const proxy = createServer((asked, response) => {
    const ready = upstreams.filter((upstream) => upstream.ready);
    const upstream = ready[(turn += 1) % ready.length];
    const call = `${asked.method} ${asked.url}`;
    const failed = (why: string) => {
      failures.push(`${call}: ${why}`);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    };
    if (upstream === undefined) return failed("nobody is ready");
    const { port, agent } = upstream;
    const options = { port, host: "127.0.0.1", agent, path: asked.url, method: asked.method };
    const forwarded = request({ ...options, headers: asked.headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      if (status >= 500) {
        const body: Buffer[] = [];
        answer.on("data", (part: Buffer) => body.push(part));
        answer.on("end", () =>
          failures.push(`${call}: ${status} ${Buffer.concat(body).toString()}`),
        );
      }
      response.writeHead(status, { "content-type": answer.headers["content-type"] });
      answer.on("error", (error) => failed(error.message)).pipe(response);
    });
    forwarded.on("error", (error) => failed(error.message));
    asked.pipe(forwarded);
  });
  proxy.on("upgrade", (asked, socket, head) => {
    const ready = upstreams.filter((upstream) => upstream.ready);
    const upstream = ready[(turn += 1) % ready.length];
    const lines = asked.rawHeaders.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`));
    const behind = connect(upstream?.port ?? 0, "127.0.0.1", () => {
      behind.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
      behind.write(head);
      socket.pipe(behind).pipe(socket);
    });
    for (const end of [socket, behind]) {
      end.on("error", () => {});
      end.on("close", () => {
        socket.destroy();
        behind.destroy();
      });
    }
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = z.object({ port: z.int() }).parse(proxy.address());
  return {
    url: `http://127.0.0.1:${port}`,
    upstreams,
    failures,
    add: (product) => add(product, false),
    close: () => {
      clearInterval(looking);
      for (const { agent } of upstreams) agent.destroy();
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
