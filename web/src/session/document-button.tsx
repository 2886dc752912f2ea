import { useQuery } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { readFile } from "../api/files.ts";
import { Button } from "../ui/button.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Sheet } from "../ui/sheet.tsx";
import { Read } from "./read.tsx";

/** Opens a document that was handed in: pictures and PDFs are shown, anything can be saved. */
export function DocumentButton({ documentId, name }: { documentId: string; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FileText aria-hidden className="size-4" /> {name}
      </Button>
      {open ? (
        <Sheet title={name} place="middle" onClose={() => setOpen(false)}>
          <Document documentId={documentId} name={name} />
        </Sheet>
      ) : null}
    </>
  );
}

function Document({ documentId, name }: { documentId: string; name: string }) {
  const query = useQuery({
    queryKey: ["documents", documentId],
    queryFn: () => readFile("documentById", { id: documentId }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Read query={query} failure="Couldn't load the document." className="h-96">
      {({ bytes, fileName }) => (
        <div className="grid gap-4">
          <Button className="justify-self-start" onClick={() => saveFile(bytes, fileName)}>
            <Download aria-hidden className="size-4" /> Download
          </Button>
          <Shown bytes={bytes} name={name} />
        </div>
      )}
    </Read>
  );
}

function Shown({ bytes, name }: { bytes: Blob; name: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(bytes);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  if (url === null) return null;
  if (bytes.type === "application/pdf") {
    // Browsers show no PDF in a sandbox; this one is a file of ours, checked as it came in.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    return <iframe src={url} title={name} className="h-[70vh] w-full border border-line" />;
  }
  if (/^image\/(png|jpeg|webp)$/.test(bytes.type)) {
    return <img src={url} alt={name} className="max-w-full" />;
  }
  return <p className="text-soft">We can&apos;t preview this type of file. Download it instead.</p>;
}
