import { expect, test } from "vitest";
import { urlsOf } from "./server-urls.ts";

test.each([
  ["postgres://u:p@one/db", ["postgres://u:p@one/db"]],
  [
    "postgresql://u:p%40x@one:5432,two:5433,[::1]:5434/db?sslmode=require",
    [
      "postgresql://u:p%40x@one:5432/db?sslmode=require",
      "postgresql://u:p%40x@two:5433/db?sslmode=require",
      "postgresql://u:p%40x@[::1]:5434/db?sslmode=require",
    ],
  ],
  ["postgres://one,two/db", ["postgres://one/db", "postgres://two/db"]],
  ["postgres://one,,two/db", []],
  ["postgres://one:port/db", []],
  ["postgres:///db", []],
  ["mysql://one/db", []],
  ["one,two", []],
])("%s", (url, urls) => {
  expect(urlsOf(url)).toEqual(urls);
});
