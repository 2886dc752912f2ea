import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { ScanLine } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { toastMessage } from "../ui/toast-store.ts";

/** Not in TypeScript's library, since not every browser has it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
declare global {
  interface Window {
    readonly BarcodeDetector?: new (options: { formats: readonly string[] }) => Detector;
  }
}

/** Scans a QR code with the camera. Hidden where the browser can't: the code's text is typed. */
export function ScanButton({ onScan }: { onScan: (text: string) => void }) {
  const [open, setOpen] = useState(false);
  if (window.BarcodeDetector === undefined) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ScanLine aria-hidden className="size-5" /> {t("Scan")}
      </Button>
      {open ? (
        <Sheet title={t("Scan the pickup paper")} place="middle" onClose={() => setOpen(false)}>
          <Camera
            onScan={(text) => {
              setOpen(false);
              if (text !== null) onScan(text);
            }}
          />
        </Sheet>
      ) : null}
    </>
  );
}

function Camera({ onScan }: { onScan: (text: string | null) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const report = useRef(onScan);
  useEffect(() => {
    report.current = onScan;
  }, [onScan]);
  useEffect(() => {
    const stop = new AbortController();
    unawaited(
      readCode(video.current, stop.signal).then(
        (text) => text === null || report.current(text),
        () => {
          toastMessage(t("Couldn't open the camera. Type the gate PIN instead."), "error");
          report.current(null);
        },
      ),
    );
    return () => stop.abort();
  }, []);
  return (
    <video ref={video} muted playsInline className="max-h-[70vh] w-full rounded-lg bg-asphalt" />
  );
}

/** Returns the first code that the camera sees; null if it was stopped before. */
async function readCode(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<string | null> {
  if (video === null || window.BarcodeDetector === undefined) return null;
  const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment" },
  });
  try {
    video.srcObject = stream;
    if (!signal.aborted) await video.play();
    while (!signal.aborted) {
      const [code] = await detector.detect(video);
      if (code !== undefined) return code.rawValue;
      await new Promise(requestAnimationFrame);
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
