const nouns = [
  "adjudicaciones archivos artículos clientes correos cuentas documentos días entregas facturas filas fotos horas importaciones lotes mensajes millas minutos ofertas pagos personas postores preguntas pujas registros segundos señales solicitudes subastas unidades usuarios vehículos velocidades ventas vistas",
  "accounts auctions bidders bids days documents emails files gears hits hours items lots messages miles minutes offers orders payments people photos pictures records requests results rows sales seconds sign-ins tries units users vehicles views watchers",
]
  .join(" ")
  .replaceAll(" ", "|");

/** Text that only programs understand, and plurals that don't fit their number. */
const patterns: readonly RegExp[] = [
  /\b[A-Z]{2,}[A-Z0-9]*_[A-Z0-9_]+\b/g,
  /\b(?:Africa|America|Asia|Atlantic|Australia|Europe|Pacific)\/[A-Z]\w+/g,
  /\d{4}-\d\d-\d\dT\d\d:\d\d/g,
  // Engines' names for zones, which people don't use.
  /\bhora (?:oriental|central|estándar de la montaña)\b/g,
  /\b(?:undefined|NaN|null|Invalid Date)\b|\[object \w+\]/g,
  new RegExp(
    String.raw`(?<![\d.,/]|\bof |\bde |\bLot |\bLote |\bClass )\b1 (?:[a-záéíóúñ]+ )?(?:${nouns})\b`,
    "g",
  ),
];

/** Returns codes, zone names, raw times and wrong plurals in a page's text. */
export const textFaults = (text: string): string[] => [
  ...new Set(patterns.flatMap((pattern) => text.match(pattern) ?? [])),
];
