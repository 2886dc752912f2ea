import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Admission, type Slot } from "./admission.ts";
import { Refusal } from "../../refusal.ts";

/** Work that ends on demand. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

function occupy(admission: Admission, slot: Slot, count: number) {
  const works = Array.from({ length: count }, openWork);
  const done = works.map(({ work }) => admission.run(slot, work));
  return {
    endOne: () => works.shift()?.end(),
    endAll: async () => {
      for (const { end } of works.splice(0)) end();
      await Promise.all(done);
    },
  };
}

const waitingOf = (admission: Admission, slot: Slot) =>
  admission.figures().find((line) => line.slot === slot)?.waiting ?? Number.NaN;

describe("slots", () => {
  test("beyond the limit wait, first come first served", async () => {
    const admission = new Admission();
    const busy = occupy(admission, "browse", 16);
    const done: number[] = [];
    const waiting = [1, 2, 3].map((n) => admission.run("browse", () => done.push(n)));
    expect(waitingOf(admission, "browse")).toBe(3);
    expect(done).toEqual([]);
    await busy.endAll();
    await Promise.all(waiting);
    expect(done).toEqual([1, 2, 3]);
    expect(admission.figures().every(({ running }) => running === 0)).toBe(true);
  });

  test("of visitors come after those for signed-in users", async () => {
    const admission = new Admission();
    const accounts = occupy(admission, "account", 24);
    const done: string[] = [];
    const account = admission.run("account", () => done.push("account"));
    const browser = admission.run("browse", () => done.push("browse"));
    expect(done).toEqual([]);
    accounts.endOne();
    await Promise.all([account, browser]);
    expect(done).toEqual(["account", "browse"]);
    await accounts.endAll();
  });

  test("that would come too late are refused immediately, with Retry-After", async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const admission = new Admission();
    const stuck = occupy(admission, "browse", 16);
    const first = admission.run("browse", () => "served").catch((error: unknown) => error);
    vi.advanceTimersByTime(600);
    // No time passes meanwhile.
    const refused = await admission.run("browse", () => {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ statusCode: 503, retryAfterSec: expect.any(Number) });
    expect(() => admission.check("browse")).toThrow(Refusal);
    // A call that is queued isn't kept forever either.
    vi.advanceTimersByTime(2_000);
    expect(await first).toMatchObject({ statusCode: 503 });
    await stuck.endAll();
    expect(await admission.run("browse", () => "served")).toBe("served");
  });

  test("of one kind aren't used by another", async () => {
    const admission = new Admission();
    const browsing = occupy(admission, "browse", 20);
    const pages = occupy(admission, "page", 2);
    expect(await admission.run("account", () => "served")).toBe("served");
    expect(await admission.run("sign-in", () => "served")).toBe("served");
    await Promise.all([browsing.endAll(), pages.endAll()]);
  });

  test("are released if the work fails", async () => {
    const admission = new Admission();
    for (let slot = 0; slot < 40; slot += 1) {
      const failed = admission.run("page", () => Promise.reject(new Error("failed")));
      await expect(failed).rejects.toThrow("failed");
    }
    expect(await admission.run("page", () => "served")).toBe("served");
  });
});

describe("a call's slot", () => {
  const request = { headers: {} };
  const open = { access: "public" } as const;

  test("depends on who calls, and bids need none", () => {
    const admission = new Admission();
    expect(admission.slotOf(open, request, false)).toBe("browse");
    expect(admission.slotOf(open, request, true)).toBe("account");
    expect(admission.slotOf({ access: "public", queue: "sign-in" }, request, false)).toBe(
      "sign-in",
    );
    expect(admission.slotOf({ access: "staff" }, request, true)).toBe("account");
    const bid = { access: "customer", urgent: true } as const;
    expect(admission.slotOf(bid, request, true)).toBeNull();
  });

  test("is skipped by the process's own calls, not by calls that claim to be", () => {
    const admission = new Admission();
    const own = { headers: { [Admission.HELD]: admission.held } };
    expect(admission.slotOf(open, own, false)).toBeNull();
    const claims = { headers: { [Admission.HELD]: new Admission().held } };
    expect(admission.slotOf(open, claims, false)).toBe("browse");
  });
});
