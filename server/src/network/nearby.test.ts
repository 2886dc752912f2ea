import { expect, test } from "vitest";
import { isNearby, isPrivateAddress, isPrivateHost, namesThisServer } from "./nearby.ts";

test.each([
  "127.0.0.1",
  "127.8.9.10",
  "10.255.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.20",
  "169.254.7.7",
  "::1",
  "::ffff:192.168.1.20",
  "fd12:3456::1",
  "fe80::1%eth0",
])("%s is private", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  "8.8.8.8",
  "172.15.0.1",
  "172.32.0.1",
  "192.169.0.1",
  "::ffff:8.8.8.8",
  "2001:db8::1",
  "::",
  "0.0.0.0",
  "",
  "localhost",
])("%j isn't a private address", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

test.each([
  ["localhost", true],
  ["truck.localhost", true],
  ["yard.local", true],
  ["gavelyard", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.1.20", true],
  ["gavelyard.example", false],
  ["203.0.113.7", false],
  ["[2001:db8::1]", false],
  ["localhost.example", false],
] as const)("host %s is private: %s", (host, expected) => {
  expect(isPrivateHost(host)).toBe(expected);
});

test("a call through an untrusted proxy can come from anywhere", () => {
  const passedOn = { ip: "127.0.0.1", headers: { "x-forwarded-for": "127.0.0.1" } };
  expect(isNearby({ ip: "127.0.0.1", headers: {} }, [])).toBe(true);
  expect(isNearby(passedOn, [])).toBe(false);
  expect(isNearby({ ip: "127.0.0.1", headers: { forwarded: "for=10.0.0.1" } }, [])).toBe(false);
  expect(isNearby(passedOn, ["loopback"])).toBe(true);
  for (const name of ["x-real-ip", "via", "x-forwarded-proto", "x-forwarded-host"]) {
    const marked = { ip: "127.0.0.1", headers: { [name]: "127.0.0.1" } };
    expect(isNearby(marked, []), name).toBe(false);
    // Its address is still the proxy's, which we trust only about others.
    expect(isNearby(marked, ["loopback"]), name).toBe(false);
  }
  expect(isNearby({ ...passedOn, ip: "203.0.113.7" }, ["loopback"])).toBe(false);
});

test.each([
  ["localhost:8080", true],
  ["127.0.0.1:8080", true],
  ["[::1]:8080", true],
  ["192.168.1.20", true],
  ["yard.example", true],
  ["YARD.example:8080", true],
  ["evil.example", false],
  ["127.0.0.1.evil.example", false],
  ["localhost.evil.example", false],
  ["yard.example.evil.example:8080", false],
  ["", false],
])("a request for %j names this server: %s", (host, expected) => {
  const request = { headers: { host } };
  expect(namesThisServer(request, "https://yard.example")).toBe(expected);
});

test("without a public URL, only addresses and localhost name this server", () => {
  expect(namesThisServer({ headers: { host: "yard.example" } }, null)).toBe(false);
  expect(namesThisServer({ headers: { host: "localhost" } }, null)).toBe(true);
});
