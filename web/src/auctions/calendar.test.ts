import { expect, test } from "vitest";
import { calendarFile } from "./calendar.ts";

const auction = {
  id: 7,
  auctionName: "Panhandle Sale; tractors, trailers",
  description: "Inspected units.\nPreview on Monday.",
  startTime: "2026-11-23T16:00:00.000Z",
  endTime: "2026-11-23T18:04:30.000Z",
};

test("an auction becomes a calendar file", () => {
  const file = calendarFile(
    auction,
    "https://gavelyard.example/auctions/7",
    "2026-11-21T08:00:00.000Z",
  );
  const lines = file?.split("\r\n") ?? [];
  expect(lines).toContain("DTSTART:20261123T160000Z");
  expect(lines).toContain("DTEND:20261123T180430Z");
  expect(lines).toContain(String.raw`SUMMARY:Panhandle Sale\; tractors\, trailers`);
  expect(lines).toContain(String.raw`DESCRIPTION:Inspected units.\nPreview on Monday.`);
  expect(lines.at(-1)).toBe("");
});

test("folds long lines without changing their content", () => {
  const long = { ...auction, description: "Überlänge ".repeat(40) };
  const file = calendarFile(
    long,
    "https://gavelyard.example/auctions/7",
    "2026-11-21T08:00:00.000Z",
  );
  for (const line of file?.split("\r\n") ?? []) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  }
  expect(file?.replaceAll("\r\n ", "")).toContain(`DESCRIPTION:${"Überlänge ".repeat(40)}`);
});

test("an auction without a time has no file", () => {
  expect(calendarFile({ ...auction, startTime: null }, "", "2026-11-21T08:00:00.000Z")).toBeNull();
});
