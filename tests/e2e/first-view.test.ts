import { publicUnit } from "@gavelyard/contract/inventory/inventory";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openDemo, type DemoProduct } from "../stage.ts";

let demo: DemoProduct;
beforeAll(async () => {
  demo = await openDemo(inject("postgresUrl"), {
    PUBLIC_URL: "https://gavelyard.example",
    DEMO_PUBLIC: "1",
  });
});
afterAll(() => demo?.close());

const read = async (path: string, accept = "text/html,*/*", encodings = "br") => {
  const headers = { accept, "accept-encoding": encodings };
  const response = await fetch(demo.product.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe("pages without JavaScript", () => {
  test.each([
    ["/", /Your next truck/, "WebSite"],
    ["/vehicles", /Vehicles, trucks and equipment[\s\S]*\/truck\/\d+/, null],
    ["/truck/5", /Specifications[\s\S]*VIN/, "Product"],
    ["/auctions", /Live now[\s\S]*\/auctions\/\d+/, null],
    ["/live", /Lot \d[\s\S]*Next lots[\s\S]*\/truck\/\d+/, null],
    ["/auctions/1", /Results by lot[\s\S]*\/truck\/\d+/, "SaleEvent"],
    ["/about", /What we promise/, null],
    [
      "/bidding-process",
      /in the last two minutes[^]*by \$50 from \$1,000|by \$50 from \$1,000[^]*in the last two minutes/,
      null,
    ],
    ["/terms", /10% of the price up to \$10,000/, null],
    ["/privacy", /What we keep/, null],
    ["/financing", /Estimate your monthly payment/, null],
    ["/contact", /Contact us/, "Organization"],
  ])("%s has its content and structured data", async (path, content, type) => {
    const { status, text } = await read(path);
    expect(status).toBe(200);
    const [head = "", body = ""] = text.split("</head>");
    const visible = body.replaceAll(/<script[\s\S]*?<\/script>/g, "");
    expect(visible).toMatch(content);
    expect(head.match(/<title>[^<]{10,}<\/title>/g)).toHaveLength(1);
    expect(head.match(/<meta name="description" content="[^"]{20,}"/g)).toHaveLength(1);
    expect(head).toContain(`<link rel="canonical" href="https://gavelyard.example${path}"`);
    expect(head).toMatch(/<meta property="og:image" content="https:\/\/gavelyard\.example\/[^"]+"/);
    const data = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]): unknown => JSON.parse(json ?? ""),
    );
    if (type === null) expect(data).toEqual([]);
    else expect(JSON.stringify(data)).toContain(`"${type}"`);
  });

  test("every picture on pages exists", async () => {
    const pages = await Promise.all(
      ["/", "/vehicles", "/truck/5", "/auctions"].map((path) => read(path)),
    );
    const named = pages.flatMap(
      ({ text }) => text.match(/\/media\/[\w-]+\/\d+\.(?:avif|webp)/g) ?? [],
    );
    // One width and format per picture is enough.
    const pictures = new Map(named.map((path) => [path.split("/")[2], path]));
    const found = await Promise.all([...pictures.values()].map((path) => read(path, "image/*")));
    expect(found.length).toBeGreaterThan(20);
    expect(found.map(({ status }) => status)).toEqual(found.map(() => 200));
  });

  test("a lot links to the next one and to its run list", async () => {
    const unit: unknown = JSON.parse((await read("/inventory/1", "application/json")).text);
    const { lot, nextLot, previousLot } = publicUnit.parse(unit);
    const { text } = await read("/truck/1");
    expect(text).toMatch(`href="/auctions/${lot?.auctionId}"`);
    const neighbors = [previousLot, nextLot].filter((one) => one !== null);
    expect(neighbors).not.toEqual([]);
    for (const { inventoryId } of neighbors)
      expect(text).toMatch(new RegExp(`rel="(next|prev)"[^>]*href="/truck/${inventoryId}"`));
  });

  test("an unknown page is a 404, and personal pages are hidden from search engines", async () => {
    for (const path of [
      "/no-such-page",
      "/truck/999999",
      "/auctions/999999",
      "/truck/abc",
      "/truck/0",
      "/truck/99999999999999999999",
      "/truck",
      "/vehicles/5",
    ]) {
      expect([path, (await read(path)).status]).toEqual([path, 404]);
    }
    expect((await read("/login")).text).toContain('<meta name="robots" content="noindex"');
  });

  test.each([
    ["/Vehicles", "/vehicles"],
    ["/vehicles/?page=2&q=Mack", "/vehicles?page=2&q=Mack"],
    ["/truck/5//", "/truck/5"],
    ["/About/", "/about"],
    ["/landing/", "/landing"],
    ["/DASHBOARD/?tab=profile", "/dashboard?tab=profile"],
    ["/auctions/1/", "/auctions/1"],
    ["/es/", "/es"],
    ["/ES/Terms/", "/es/terms"],
  ])("%s leads to the one form of its address, %s", async (path, canonical) => {
    const headers = { accept: "text/html,*/*" };
    const response = await fetch(demo.product.url + path, { headers, redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([308, canonical]);
    expect((await read(path)).status).toBe(200);
  });

  test("a call's address has only the form of the specification", async () => {
    for (const path of ["/auctions/", "/Auctions", "/INVENTORY/5", "/Api/user/current"]) {
      const headers = { accept: "application/json" };
      const response = await fetch(demo.product.url + path, { headers, redirect: "manual" });
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  test("one URL returns a page or data, depending on Accept (D3)", async () => {
    for (const path of ["/auctions", "/auctions/1"]) {
      const [page, data] = [await read(path), await read(path, "application/json")];
      expect(page.headers.get("content-type")).toContain("text/html");
      expect(data.headers.get("content-type")).toContain("application/json");
      expect(page.headers.get("vary")).toContain("Accept");
      expect(data.headers.get("vary")).toContain("Accept");
    }
  });
});

test("a shared link has a preview, whatever its reader accepts", async () => {
  for (const path of ["/", "/truck/5", "/about"]) {
    const { status, text } = await read(path, "*/*");
    expect([path, status]).toEqual([path, 200]);
    expect(text).toMatch(/<meta property="og:image" content="https:\/\/gavelyard\.example\/.+"/);
    const head = await fetch(demo.product.url + path, { method: "HEAD" });
    expect([path, head.status, await head.text()]).toEqual([path, 200, ""]);
  }
  for (const [path, accept] of [
    ["/no-such-page", "*/*"],
    ["/truck/5", "application/json"],
    ["/api/no-such-call", "*/*"],
  ] as const) {
    const { status, text } = await read(path, accept);
    expect([path, status]).toEqual([path, 404]);
    expect(JSON.parse(text)).toHaveProperty("message");
  }
});

test.each(["/", "/vehicles", "/truck/5", "/auctions", "/auctions/1", "/live"])(
  "%s is at most 90 KB uncompressed",
  async (path) => {
    const { text } = await read(path);
    if (path === "/vehicles") expect(text.match(/<article/g)).toHaveLength(24);
    expect(Buffer.byteLength(text) / 1_024).toBeLessThan(90);
  },
);

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0, gzip", "gzip"],
  ["BR;q=0.000, GZIP;q=0.5", "gzip"],
  ["gzip;q=0", null],
  ["identity", null],
])("a page for a browser that accepts %j is encoded as %j", async (accepted, encoding) => {
  const { headers, text } = await read("/vehicles", "text/html", accepted);
  expect(headers.get("content-encoding")).toBe(encoding);
  expect(text).toMatch(/<\/html>\s*$/);
});

test("the sitemap has every page once", async () => {
  expect((await read("/robots.txt")).text).toContain(
    "Sitemap: https://gavelyard.example/sitemap.xml",
  );
  const index = (await read("/sitemap.xml")).text;
  const files = [...index.matchAll(/<loc>https:\/\/gavelyard\.example([^<]+)<\/loc>/g)].map(
    ([, path = ""]) => path,
  );
  const pages: string[] = [];
  for (const file of files) {
    const { status, headers, text } = await read(file);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("application/xml");
    pages.push(
      ...[...text.matchAll(/<loc>https:\/\/gavelyard\.example([^<]+)<\/loc>/g)].map(
        ([, path = ""]) => path,
      ),
    );
  }
  expect(new Set(pages).size).toBe(pages.length);
  expect(pages).toContain("/auctions/1");
  const { totalElements } = JSON.parse(
    (await read("/inventories?size=1", "application/json")).text,
  );
  expect(pages.filter((path) => path.startsWith("/truck/"))).toHaveLength(totalElements);
  for (const path of pages.filter((each) => !each.startsWith("/truck/")).slice(0, 20)) {
    expect((await read(path)).status).toBe(200);
  }
  expect((await read("/sitemaps/vehicles-abc.xml", "application/xml")).status).toBe(404);
});

test("pages, calls and files each have their own security headers", async () => {
  const page = await read("/");
  const call = await read("/inventories?size=1", "application/json");
  const underApi = await read("/api/bid-increments", "application/json");
  for (const { headers } of [page, call, underApi]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      "strict-transport-security": expect.stringContaining("max-age="),
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
    });
  }
  for (const { headers } of [page, call])
    expect(headers.get("referrer-policy")).toEqual(expect.any(String));
  expect(underApi.headers.get("referrer-policy")).toBeNull();
  expect(page.headers.get("content-security-policy")).toContain("script-src");
  for (const { headers } of [page, call, underApi])
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  const [script = ""] = page.text.match(/\/assets\/[\w.-]+\.js/) ?? [];
  const file = (await read(script)).headers;
  expect(file.get("x-content-type-options")).toBe("nosniff");
  expect(file.get("strict-transport-security")).toContain("max-age=");
  expect(file.get("x-frame-options")).toBeNull();
});
