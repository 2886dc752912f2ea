import { t } from "@gavelyard/messages/text";
import type { AuctionForStaff } from "@gavelyard/contract/auctions/auctions-staff";
import { useQueryClient } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { useCall } from "../api/api-context.ts";
import { useAction } from "../api/use-action.ts";
import { ActionButton } from "../api/action-button.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { auctionForStaffQuery } from "./api.ts";
import { pictureFormats } from "../ui/form/picture-files.ts";

export function AuctionPicture({ auction }: { auction: AuctionForStaff }) {
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const call = useCall();
  const { id, imageUrl, auctionName } = auction;
  const params = { id: String(id) };
  const refresh = [["auctions"], ["staff", "auctions", "search"]] as const;
  const replaceAuction = (changed: AuctionForStaff) =>
    queries.setQueryData(auctionForStaffQuery(call, id).queryKey, changed);
  const send = useAction(
    (call, file: File) => {
      const form = new FormData();
      form.set("image", file);
      return call("updateAuction", { params, form });
    },
    { done: t("Picture saved"), failed: t("Couldn't save the picture."), refresh },
  );
  if (auction.lifecycle === "CANCELLED" || auction.lifecycle === "SETTLED") return null;
  return (
    <Card title={t("Picture")}>
      {imageUrl === null ? (
        <p className="text-soft">{t("No picture yet.")}</p>
      ) : (
        <img
          src={imageUrl}
          alt={auctionName}
          className="aspect-[3/2] w-full rounded-md object-cover"
        />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={send.isPending} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden className="size-5" /> {t("Choose a picture")}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t("Auction picture")}
          accept={pictureFormats}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) send.mutate(file, { onSuccess: replaceAuction });
            event.target.value = "";
          }}
        />
        {imageUrl === null ? null : (
          <ActionButton
            label={t("Remove picture")}
            title={t("Remove this picture?")}
            confirmLabel={t("Remove picture")}
            tone="danger"
            act={(call) => call("updateAuction", { params, body: { imageUrl: null } })}
            done={t("Picture removed")}
            failed={t("Couldn't remove the picture.")}
            refresh={refresh}
            onDone={replaceAuction}
          >
            {t("The auction will be shown without a picture.")}
          </ActionButton>
        )}
      </div>
    </Card>
  );
}
