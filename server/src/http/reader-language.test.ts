import { t } from "@gavelyard/messages/text";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { registerLanguages, languageOfPage, preferredLanguage } from "./reader-language.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["es", "es"],
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["en-US,en;q=0.9,es;q=0.8", "en"],
  ["en;q=0.5, es;q=0.7", "es"],
  ["de-DE,de;q=0.9,es;q=0.1", "es"],
  ["es;q=0", "en"],
  ["*", "en"],
  [";;q=,es;q=x", "en"],
])("Accept-Language %j is answered in %s", (header, language) => {
  expect(preferredLanguage(header, ["en", "es"])).toBe(language);
});

test("a language that isn't offered isn't used", () => {
  expect(preferredLanguage("es", ["en"])).toBe("en");
  expect(languageOfPage("/es/vehicles", ["en"])).toBe("en");
});

test.each([
  ["/", "en"],
  ["/vehicles", "en"],
  ["/estimates", "en"],
  ["/es", "es"],
  ["/es?page=2", "es"],
  ["/es/truck/7", "es"],
  ["/en/truck/7", "en"],
])("the page %s is in %s", (url, language) => {
  expect(languageOfPage(url, ["en", "es"])).toBe(language);
});

test("each request is answered in its own language, whatever runs at the same time", async () => {
  const app = fastify();
  registerLanguages(app, ["en", "es"]);
  app.get("/", async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return t("Vehicles");
  });
  const asked = ["es", "en", "es", undefined, "es-MX"];
  const answers = await Promise.all(
    asked.map((language) =>
      app.inject({
        url: "/",
        headers: language === undefined ? {} : { "accept-language": language },
      }),
    ),
  );
  expect(answers.map(({ body }) => body)).toEqual([
    "Vehículos",
    "Vehicles",
    "Vehículos",
    "Vehicles",
    "Vehículos",
  ]);
  expect(answers[0]?.headers["vary"]).toBe("Accept-Language");
  await app.close();
});
