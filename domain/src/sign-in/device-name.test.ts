import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { inEnglish, setTranslator } from "@gavelyard/messages/text";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deviceName, deviceWords } from "./device-name.ts";

const spanish = dictionaryOf("es");
beforeEach(() => setTranslator({ language: () => "es", say: (english) => spanish.get(english) }));
afterEach(() => setTranslator(inEnglish));

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0", "Chrome on Linux", "Chrome en Linux"],
  ["Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1", "Safari on iPhone", "Safari en iPhone"],
  ["curl/8.5.0", "Browser on unknown system", "Navegador en sistema desconocido"],
  [null, "Unknown device", "Dispositivo desconocido"],
])("%s is stored in English and shown in Spanish", (userAgent, kept, said) => {
  expect(deviceName(userAgent)).toBe(kept);
  expect(deviceWords(kept)).toBe(said);
});
