import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { inEnglish, setTranslator } from "@gavelyard/messages/text";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import type { MailContent } from "../jobs/mail-content.ts";
import { composeMail } from "./mail.ts";

const house = { publicUrl: "https://gavelyard.example", contact: readSettings({}).site };
const unit = { name: "Dana", inventoryId: 42, title: "Peterbilt 579" };
const spanish = dictionaryOf("es");

const hrefsOf = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);

beforeAll(() => setTranslator({ language: () => "es", say: (text) => spanish.get(text) }));
afterAll(() => setTranslator(inEnglish));

test.each<[MailContent, string[]]>([
  [
    {
      kind: "DECLARED",
      ...unit,
      auctionName: "Amarillo Fall Sale",
      hammerCents: 4_125_000,
      timeZone: "America/Chicago",
      invoiceNumber: "GY-2026-000042",
      lines: [
        { label: "Hammer price", cents: 4_125_000 },
        { label: "Sales tax 8.25%", cents: 340_313 },
      ],
      totalCents: 4_465_313,
      paymentDueAt: "2026-11-25T23:00:00.000Z",
    },
    ["Precio de martillo: $41,250", "Impuesto sobre la venta 8.25%: $3,403.13"],
  ],
  [
    { kind: "FINANCE_MOVED", name: "Dana", status: "UNDER_REVIEW", reason: "" },
    ["Su solicitud de financiamiento: en evaluación"],
  ],
  [
    { kind: "PROFILE_CHANGED", name: "Dana", fields: ["phone number", "quiet hours"] },
    ["cambió su perfil: número de teléfono, horas de silencio."],
  ],
  [
    {
      kind: "QUESTION_ANSWERED",
      ...unit,
      question: "¿Dos llaves?",
      answer: "Sí.",
      corrected: false,
    },
    ["Contestamos su pregunta: Peterbilt 579", "Respuesta: Sí."],
  ],
  [
    {
      kind: "NEW_ANSWERS",
      ...unit,
      answers: [{ question: "¿Dos llaves?", answer: "Sí.", corrected: true }],
    },
    ["1 respuesta nueva: Peterbilt 579", "Corregida: Sí."],
  ],
  [
    {
      kind: "QUESTION_ENDED",
      ...unit,
      question: "¿Dos llaves?",
      how: "HIDDEN",
      reason: "Repetida",
    },
    ["Ya no mostramos su pregunta: Peterbilt 579", "Motivo: Repetida"],
  ],
])("$kind says what happened in Spanish too", (content, said) => {
  const { subject, text, html } = composeMail(content, house, new Map());
  for (const each of said) expect(`${subject}\n${text}`).toContain(each);
  expect(hrefsOf(html)).toEqual([expect.stringMatching(/^https:\/\/gavelyard\.example\/es\//)]);
});

test("links lead to Spanish pages, with their search, token and link to unsubscribe", () => {
  const lot = {
    inventoryId: 42,
    title: "Peterbilt 579",
    priceCents: 300_000,
    closesAt: "2026-11-25T23:00:00.000Z",
    timeZone: "America/Chicago",
  };
  const search = { name: "Petes", path: "/vehicles?state=TX", units: [lot], more: 2 };
  const { text, html } = composeMail(
    { kind: "SEARCH_ALERT", name: "Dana", count: 3, searches: [search] },
    house,
    new Map(),
    "/unsubscribe?token=x",
  );
  expect(hrefsOf(html)).toEqual([
    "https://gavelyard.example/es/vehicles?state=TX",
    "https://gavelyard.example/es/unsubscribe?token=x",
  ]);
  expect(text).toContain("https://gavelyard.example/es/truck/42\n");
  const reset = composeMail({ kind: "RESET", token: "abc" }, house, new Map());
  expect(hrefsOf(reset.html)).toEqual(["https://gavelyard.example/es/reset-password#token=abc"]);
});
