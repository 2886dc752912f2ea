import { expect, test } from "vitest";
import { summaryOf } from "./auctions-state.ts";

const auction = (
  auctionName: string,
  status: "LIVE" | "UPCOMING" | "EXPIRED",
  startTime: string | null,
) => ({
  auctionName,
  status,
  startTime,
});

test("the summary counts and names live auctions and finds the next start", () => {
  expect(
    summaryOf([
      auction("Gulf Sale", "UPCOMING", "2026-12-02T15:00:00.000Z"),
      auction("Panhandle Sale", "LIVE", "2026-11-20T15:00:00.000Z"),
      auction("Delta Sale", "LIVE", null),
      auction("Ozark Sale", "UPCOMING", "2026-12-01T15:00:00.000Z"),
      auction("Undated Sale", "UPCOMING", null),
      auction("Last Sale", "EXPIRED", "2026-11-01T15:00:00.000Z"),
    ]),
  ).toEqual({
    isAnyAuctionLive: true,
    liveAuctionsCount: 2,
    liveAuctionNames: ["Panhandle Sale", "Delta Sale"],
    nextAuctionStart: "2026-12-01T15:00:00.000Z",
  });
});

test("without auctions nothing is live and nothing is next", () => {
  expect(summaryOf([])).toEqual({
    isAnyAuctionLive: false,
    liveAuctionsCount: 0,
    liveAuctionNames: [],
    nextAuctionStart: null,
  });
});
