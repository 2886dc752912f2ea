import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import type { UnitQuestion } from "@gavelyard/contract/inventory/questions";

/** Returns structured data for search engines: a schema.org vehicle with its offer and answers. */
export function vehicleData(
  unit: InventoryDetail,
  questions: readonly UnitQuestion[],
  origin: string,
): Record<string, unknown> {
  return {
    "@type": unit.inventoryType === "EQUIPMENT" ? "Product" : ["Product", "Vehicle"],
    name: unit.name,
    sku: unit.stockNumber,
    description: unit.description,
    image: unit.images.slice(0, 6).map(({ url }) => origin + url),
    brand: { "@type": "Brand", name: unit.manufacturer },
    model: unit.model,
    ...(unit.inventoryType === "EQUIPMENT"
      ? {}
      : {
          vehicleModelDate: String(unit.modelYear),
          ...(unit.vin === null ? {} : { vehicleIdentificationNumber: unit.vin }),
          ...(unit.odometer === null
            ? {}
            : {
                mileageFromOdometer: {
                  "@type": "QuantitativeValue",
                  value: unit.odometer,
                  unitCode: unit.odometerUnit === "MI" ? "SMI" : "KMT",
                },
              }),
        }),
    itemCondition: "https://schema.org/UsedCondition",
    offers: {
      "@type": "Offer",
      price: unit.price,
      priceCurrency: "USD",
      url: `${origin}/truck/${unit.id}`,
      availability:
        unit.lot !== null && unit.lot.status !== "CLOSED"
          ? "https://schema.org/InStock"
          : "https://schema.org/SoldOut",
    },
    ...(questions.length === 0 ? {} : { subjectOf: questions.map(questionData) }),
  };
}

function questionData({ question, askedAt, answers }: UnitQuestion): Record<string, unknown> {
  const last = answers.at(-1);
  return {
    "@type": "Question",
    text: question,
    dateCreated: askedAt,
    answerCount: 1,
    acceptedAnswer: {
      "@type": "Answer",
      text: last?.answer,
      dateCreated: last?.at,
      author: { "@type": "Organization", name: "Gavelyard" },
    },
  };
}
