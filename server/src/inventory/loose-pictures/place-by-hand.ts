import { t } from "@gavelyard/messages/text";
import { act } from "../../events/act.ts";
import { altOf, changeImages, placePictures } from "../arrange-images.ts";
import { noSuchUnit, type StaffActor, type StockContext } from "../enter-unit.ts";
import { unitById } from "../stock-sql.ts";
import { endLoose, lockLoose, type LooseFile } from "./sql.ts";

/**
 * Adds loose pictures of an import to a unit, in the order given. Those that somebody has placed or
 * left out are passed over, so repeating it changes nothing. Returns how many were added.
 * @throws Refusal 404; 409 for an archived unit, or for more than 60 pictures
 */
export async function placeByHand(
  context: StockContext,
  importId: number,
  inventoryId: number,
  files: readonly LooseFile[],
  by: StaffActor,
): Promise<number> {
  const unit = await unitById(context.pool, inventoryId);
  if (unit === null) throw noSuchUnit();
  const alt = altOf(unit);
  let placed = 0;
  await changeImages(
    context,
    inventoryId,
    async (tx) => {
      const loose = await lockLoose(tx, importId, files, inventoryId);
      const added = loose.filter(({ isThere }) => !isThere);
      const pictures = { stored: [], known: added.map(({ mediaId }) => mediaId) };
      await placePictures(tx, inventoryId, pictures, { kind: "EXTERIOR", alt });
      await endLoose(tx, added, inventoryId, "");
      const others = loose.filter(({ isThere }) => isThere);
      await endLoose(tx, others, null, t("The unit already has this picture"));
      placed = added.length;
      return null;
    },
    by,
  );
  return placed;
}

/** Leaves loose pictures out. Repeating it changes nothing. */
export async function leaveOut(
  context: StockContext,
  importId: number,
  files: readonly LooseFile[],
): Promise<void> {
  await act(context, async (tx) => {
    const loose = await lockLoose(tx, importId, files, null);
    await endLoose(tx, loose, null, t("Left out by staff"));
  });
}
