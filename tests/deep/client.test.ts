import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createClient, type Client } from "@gavelyard/client";
import type { Fetch } from "@gavelyard/client/network";
import type { LotMessage, UserEvent } from "@gavelyard/contract/realtime";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { codeOf, stepAt } from "../../server/src/sign-in/factors/totp.ts";
import { decodeBase32 } from "../../server/src/testing/authenticator.ts";
import { openProxy } from "../../server/src/testing/cuttable.ts";
import { staff } from "../office.ts";
import { fleet, openStage, setLimits, type Stage } from "../stage.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const rival = { email: "new@demo.example", password: "first-day-at-auction-5" };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await setLimits(stage, 20_000_000, rival.email);
});
afterAll(() => stage?.close());

function open(options: Partial<Parameters<typeof createClient>[0]> = {}): Client {
  const client = createClient({ url: stage.product.url, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Returns a `fetch` that records the requested paths. */
function watched() {
  const paths: string[] = [];
  const fetchIt: Fetch = (url, init) => {
    paths.push(new URL(url).pathname);
    return fetch(url, init);
  };
  return { fetch: fetchIt, refreshes: () => paths.filter((each) => each.includes("refresh")) };
}

const expireSessions = (email: string) =>
  stage.query(
    `UPDATE sessions SET expires_at = clock_ms() - interval '1 minute'
      WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );

/** Places a bid in dollars. Returns its number in the lot's history. */
async function bid(client: Client, userId: number, inventoryId: number, amount: number) {
  const params = { inventoryId: String(inventoryId), userId: String(userId) };
  return (await client.call("placeBid", { params, body: { amount } })).seq;
}

test("the program in its README runs unchanged in a project that installed it", async () => {
  const inventoryId = await stage.liveLot(900);
  const text = await readFile(path.join(root, "client/README.md"), "utf8");
  const program = /```ts\n(.*?)```/s.exec(text)?.[1] ?? "";
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-client-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // Does what `npm install ../gavelyard/client` does.
  await mkdir(path.join(folder, "node_modules/@gavelyard"), { recursive: true });
  await symlink(path.join(root, "client"), path.join(folder, "node_modules/@gavelyard/client"));
  const settings = {
    extends: path.join(root, "tsconfig.json"),
    compilerOptions: { typeRoots: [path.join(root, "node_modules/@types")] },
    include: ["program.ts"],
  };
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(settings));
  await writeFile(path.join(folder, "program.ts"), program);
  const types = await run(path.join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  expect(types.stdout).toBe("");

  const { stdout } = await run(process.execPath, ["program.ts"], {
    cwd: folder,
    env: { ...process.env, GAVELYARD_URL: stage.product.url },
    timeout: 30_000,
  });
  const [unit] = await stage.query<{ title: string }>(
    "SELECT concat_ws(' ', model_year, manufacturer, model, trim) AS title FROM inventory WHERE id = $1",
    [inventoryId],
  );
  const lines = stdout.trim().split("\n");
  expect(lines.slice(0, 3)).toEqual([
    expect.stringMatching(/^Signed in as \w+/),
    `Found ${unit?.title}`,
    "STATE 0 at $0",
  ]);
  expect(lines).toContain("BID 1 at $900000");
  // Signing out reconnects, which can print the lot's state once more.
  expect(lines).toContainEqual(expect.stringMatching(/high bidder/));
});

describe("a token that has expired", () => {
  test("is refreshed once, for all calls and the live connection", async () => {
    const network = watched();
    const client = open(network);
    const { userId } = await client.signIn(fleet);
    await expireSessions(fleet.email);
    const events: UserEvent[] = [];
    client.live.subscribeUser((event) => events.push(event));
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.call("currentUser")));
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([userId]));
    await expect.poll(() => client.live.state()).toBe("open");
    expect(network.refreshes()).toHaveLength(1);

    const lot = await stage.liveLot(900);
    await bid(client, userId, lot, 900_000);
    const other = open();
    await bid(other, (await other.signIn(rival)).userId, lot, 950_000);
    await expect.poll(() => events.map(({ type }) => type)).toContain("OUTBID");
    expect(network.refreshes()).toHaveLength(1);
  });

  test("isn't refreshed when the session was ended elsewhere", async () => {
    const network = watched();
    const client = open(network);
    await client.signIn(fleet);
    await stage.query(
      "DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)",
      [fleet.email],
    );
    const refusal = { name: "ApiError", status: 401, message: "Invalid token" };
    await expect(client.call("currentUser")).rejects.toMatchObject(refusal);
    expect(network.refreshes()).toEqual([]);
  });
});

test("a follower gets each row once and in order, even after losing its connection", async () => {
  const inventoryId = await stage.liveLot(900);
  const proxy = await openProxy(stage.product.url);
  onTestFinished(() => proxy.close());
  const states: string[] = [];
  const follower = open({ url: proxy.url, onState: (state) => states.push(state) });
  const messages: LotMessage[] = [];
  follower.followLot(inventoryId, (message) => messages.push(message));
  await expect.poll(() => messages.map(({ type, seq }) => `${type} ${seq}`)).toEqual(["STATE 0"]);

  const bidders = [open(), open()] as const;
  const [one, other] = await Promise.all([bidders[0].signIn(fleet), bidders[1].signIn(rival)]);
  await bid(bidders[0], one.userId, inventoryId, 900_000);
  await expect.poll(() => messages.at(-1)?.seq).toBe(1);
  proxy.cut();
  await expect.poll(() => follower.live.state()).toBe("waiting");
  await bid(bidders[1], other.userId, inventoryId, 910_000);
  await bid(bidders[0], one.userId, inventoryId, 920_000);
  proxy.restore();
  await expect.poll(() => messages.at(-1)?.seq).toBe(3);
  const rows = messages.filter(({ type }) => type === "BID");
  expect(rows.map(({ seq, amount }) => [seq, amount])).toEqual([
    [1, 900_000],
    [2, 910_000],
    [3, 920_000],
  ]);
  expect(states).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
});

test("an API key replaces signing in, within its scopes", async () => {
  const admin = open();
  await admin.signIn(staff.admin);
  const { key } = await admin.call("createApiKey", {
    body: { name: "Stock system", scopes: ["inventory:read"], expiresInDays: 30 },
  });
  const system = open({ apiKey: key });
  const { units } = await system.call("inventoryFeed");
  const { bytes, fileName } = await system.download("inventoryFeedCsv");
  expect(fileName).toMatch(/\.csv$/);
  expect(await bytes.text()).toContain(units[0]?.stockNumber ?? "no unit");
  await expect(system.call("searchUsers")).rejects.toMatchObject({ status: 403 });

  // Following needs no key.
  const inventoryId = await stage.liveLot(900);
  const messages: LotMessage[] = [];
  system.followLot(inventoryId, (message) => messages.push(message));
  await expect.poll(() => messages.map(({ type }) => type)).toEqual(["STATE"]);
});

test("an account with a second factor asks for a code", async () => {
  const client = open();
  await client.signIn(rival);
  const { challenge, secret } = await client.call("newApp");
  const code = codeOf(decodeBase32(secret), stepAt(Date.now() / 1_000));
  const { recoveryCodes } = await client.call("addApp", { body: { challenge, code } });
  const refused = open().signIn(rival);
  await expect(refused).rejects.toMatchObject({ status: 401 });
  const { email } = await open().signIn({ ...rival, code: () => recoveryCodes?.[0] ?? "" });
  expect(email).toBe(rival.email);
});

test("an unreachable server has status 0; a refusal has its status, message and code", async () => {
  const unreachable = open({ url: "http://127.0.0.1:1" });
  await expect(unreachable.call("listAuctions")).rejects.toMatchObject({
    name: "ApiError",
    status: 0,
  });
  const refusal = {
    status: 401,
    message: "Incorrect email or password",
    code: "wrong-credentials",
  };
  await expect(open().signIn({ ...fleet, password: "not this one" })).rejects.toMatchObject(
    refusal,
  );
});
