import { english } from "@gavelyard/messages/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { captionsFault, refuseVideo } from "./videos.ts";

describe("a video's facts", () => {
  const fine = { durationMs: 42_000, width: 1920, height: 1080 };
  test.each([
    [{}, null],
    [{ durationMs: 1_000 }, null],
    [{ durationMs: 999 }, "shorter"],
    [{ durationMs: 600_000 }, null],
    [{ durationMs: 600_001 }, "longer"],
    [{ width: 64, height: 64 }, null],
    [{ width: 63 }, "63"],
    [{ width: 2160, height: 4096 }, null],
    [{ height: 4097 }, "4097"],
  ])("%o: %s", (facts, said) => {
    const refusal = refuseVideo({ ...fine, ...facts });
    if (said === null) expect(refusal).toBeNull();
    else expect(english(refusal ?? "")).toContain(said);
  });
});

describe("captions", () => {
  const cue = "00:01.000 --> 00:04.000\nThe engine starts.\n";
  test.each([
    [`WEBVTT\n\n${cue}`, null],
    [`\uFEFFWEBVTT Captions\r\n\r\n1\r\n00:00:01.000 --> 00:00:04.000 align:start\r\nIdle`, null],
    [`WEBVTT\n\n${cue}\n${cue}`, null],
    ["", "starts with WEBVTT"],
    [`WEBVTTX\n\n${cue}`, "starts with WEBVTT"],
    ["1\n00:00:01,000 --> 00:00:04,000\nSRT", "starts with WEBVTT"],
    [`WEBVTT\n\n${cue}\0`, "starts with WEBVTT"],
    ["WEBVTT\n\nNOTE nothing", "has no captions"],
    ["WEBVTT\n\n00:01.000 --> 00:01.000\nx", "line 3"],
    ["WEBVTT\n\n00:01.000 -> 00:02.000\nx", "has no captions"],
    ["WEBVTT\n\n00:99.000 --> 01:02.000\nx", "line 3"],
    [`WEBVTT\n\n00:05.000 --> 00:06.000\nx\n\n${cue}`, "line 6"],
    [`WEBVTT\n\n${cue}${"x".repeat(200_000)}`, "starts with WEBVTT"],
  ])("%j: %s", (text, said) => {
    const fault = captionsFault(text);
    if (said === null) expect(fault).toBeNull();
    else expect(english(fault ?? "")).toContain(said);
  });

  test("never throws", () => {
    const faults = fc.sample(fc.string(), 300).map((text) => captionsFault(`WEBVTT\n${text}`));
    expect(faults.every((fault) => fault === null || english(fault) !== "")).toBe(true);
  });
});
