import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeFrame, StompError, StompParser, type StompVersion } from "./stomp-codec.ts";

const MAX_FRAME_BYTES = 4_096;

function parse(bytes: Buffer | string, version: StompVersion = "1.2") {
  const parser = new StompParser(MAX_FRAME_BYTES);
  parser.version = version;
  return [...parser.push(Buffer.from(bytes))];
}

describe("reading frames", () => {
  test.for([
    ["line ends between frames", "\n\r\nSEND\ndestination:/a\n\nhi\0\n", "SEND", "hi"],
    ["carriage returns", "SEND\r\ndestination:/a\r\n\r\nhi\0", "SEND", "hi"],
    ["a body with NULs by its length", "SEND\ncontent-length:3\n\na\0b\0", "SEND", "a\0b"],
    ["no body", "DISCONNECT\n\n\0", "DISCONNECT", ""],
  ] as const)("%s", ([, text, command, body]) => {
    const [frame] = parse(text);
    expect(frame?.command).toBe(command);
    expect(frame?.body.toString()).toBe(body);
  });

  test("of repeated headers the first counts, and 1.2 trims nothing", () => {
    const [frame] = parse("SEND\na: one \na:two\n\n\0");
    expect(frame?.headers.get("a")).toBe(" one ");
  });

  test("CONNECT is never unescaped", () => {
    expect(parse("CONNECT\npasscode:a\\nb\n\n\0")[0]?.headers.get("passcode")).toBe("a\\nb");
  });

  test.for([
    ["an undefined escape", "SEND\na:b\\t\n\n\0"],
    ["an escaped return in 1.1", "SEND\na:b\\r\n\n\0", "1.1"],
    ["a header without a name", "SEND\n:b\n\n\0"],
    ["a body longer than its length", "SEND\ncontent-length:1\n\nab\0"],
    ["a length that isn't a number", "SEND\ncontent-length:-1\n\n\0"],
    ["a length over the limit", `SEND\ncontent-length:${MAX_FRAME_BYTES + 1}\n\n\0`],
    ["endless bytes", "x".repeat(MAX_FRAME_BYTES + 1)],
    ["too many headers", `SEND\n${"a:b\n".repeat(70)}\n\0`],
  ] as const)("refuses %s", ([, text, version]) => {
    expect(() => parse(text, version ?? "1.2")).toThrow(StompError);
  });
});

test("encoded frames are decoded again, however they are split", () => {
  const header = fc
    .string({ minLength: 1, maxLength: 20, unit: "binary" })
    .filter((text) => !text.includes("\0"));
  fc.assert(
    fc.property(
      fc.constantFrom<StompVersion>("1.1", "1.2"),
      fc.dictionary(header, header, { maxKeys: 6 }),
      fc.string({ maxLength: 200, unit: "binary" }),
      fc.array(fc.nat(40), { maxLength: 20 }),
      (version, headers, body, cuts) => {
        fc.pre(
          !("content-length" in headers) &&
            !Object.values(headers)
              .concat(Object.keys(headers))
              .some((text) => version === "1.1" && text.includes("\r")),
        );
        const bytes = encodeFrame("MESSAGE", headers, body, version);
        const parser = new StompParser(MAX_FRAME_BYTES);
        parser.version = version;
        const frames = [];
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          frames.push(...parser.push(bytes.subarray(at, at + cut)));
          at += cut;
        }
        expect(frames).toHaveLength(1);
        expect(frames[0]?.body.toString()).toBe(Buffer.from(body).toString());
        for (const [name, value] of Object.entries(headers)) {
          expect(frames[0]?.headers.get(Buffer.from(name).toString())).toBe(
            Buffer.from(value).toString(),
          );
        }
      },
    ),
  );
});
