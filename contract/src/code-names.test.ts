import * as unit from "@gavelyard/contract/inventory/inventory-fields";
import { auctionLifecycles } from "@gavelyard/domain/auctions/auction-lifecycle";
import { bidStandings } from "@gavelyard/domain/bidding/bid-standing";
import { codeNames } from "@gavelyard/domain/code-names";
import { financeStatuses, limitRequestStatuses } from "@gavelyard/domain/requests";
import { offerStatuses, salePhases } from "@gavelyard/domain/sales/sale-phase";
import { paymentMethods } from "@gavelyard/domain/sales/payment-methods";
import { proposalStatuses } from "@gavelyard/domain/proposals";
import { expect, it } from "vitest";

const codes = new Set<string>([
  ...unit.inventoryTypes,
  ...unit.inventoryStatuses,
  ...unit.lotOutcomes,
  ...unit.odometerBrands,
  ...unit.titleStatuses,
  ...unit.titleBrands,
  ...unit.damages,
  ...unit.runConditions,
  ...unit.keysStates,
  ...unit.fuelTypes,
  ...unit.transmissions,
  ...unit.suspensions,
  ...unit.fifthWheels,
  ...unit.cabTypes,
  ...unit.sleeperRoofs,
  ...unit.trailerTypes,
  ...unit.saleLights,
  ...unit.saleTypes,
  ...unit.imageKinds,
  ...auctionLifecycles,
  ...bidStandings,
  ...paymentMethods,
  ...proposalStatuses,
  ...financeStatuses,
  ...limitRequestStatuses,
  ...offerStatuses,
  ...salePhases,
]);

it.each([...codes])("has a translatable name for %s", (code) => {
  expect(codeNames).toHaveProperty(code);
});
