import { plural } from "@gavelyard/messages/text";
import { useEffect, useRef } from "react";
import { toast } from "../../ui/toast-store.ts";
import { useYardQueue } from "./use-yard-queue.ts";

/** Uploads the yard's pictures that wait on this device, whatever page of staff is open (D86). */
export default function YardUploads() {
  const queue = useYardQueue();
  const told = useRef(0);
  useEffect(() => {
    if (queue === null || queue === "none") return undefined;
    return queue.watch(() => {
      const { sending, sent } = queue.read();
      const uploaded = [...sent.values()].reduce((sum, one) => sum + one, 0);
      if (sending !== null || queue.isRunning() || uploaded === told.current) return;
      toast({
        type: "success",
        title: plural(
          uploaded - told.current,
          "{n} yard picture uploaded",
          "{n} yard pictures uploaded",
        ),
      });
      told.current = uploaded;
    });
  }, [queue]);
  return null;
}
