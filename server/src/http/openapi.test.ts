import { fieldFaults, refusals } from "@gavelyard/contract/refusals";
import { expect, test } from "vitest";
import { openAuthApp } from "../testing/auth-app.ts";

test("the description has every schema that it refers to, and each code with its meaning (D2)", async () => {
  const app = await openAuthApp();
  const { body } = await app.get("/docs/openapi.json");
  await app.close();
  const { paths, components } = JSON.parse(body);
  const named = [...body.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining([...new Set(named)]));

  const { code, issues } = components.schemas.Error.properties;
  expect(code.enum).toEqual(Object.keys(refusals));
  expect(issues.items.properties.code.enum).toEqual(Object.keys(fieldFaults));
  for (const [name, [status, meaning]] of Object.entries(refusals))
    expect(code.description).toContain(`- \`${name}\` (${status}): ${meaning}`);
  expect(components.schemas.Error.required).toContain("code");
  const { content } = paths["/auth/login"].post.responses["4XX"];
  expect(content["application/json"].schema).toEqual({ $ref: "#/components/schemas/Error" });
});
