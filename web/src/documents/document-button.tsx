import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { readFile } from "./files.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/form/field.tsx";
import { textIn } from "../ui/form/form-text.ts";
import { saveFile } from "../ui/save-file.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { Read } from "../api/read.tsx";

interface DocumentProps {
  readonly documentId: string;
  readonly name: string;
  /**
   * Why staff open another person's document, for the audit log (D55); with `ask`, they enter it.
   * Omitted for documents that need no reason.
   */
  readonly reason?: string;
}

/** Opens an uploaded document: shows pictures and PDFs; any type can be downloaded. */
export function DocumentButton({ documentId, name, reason }: DocumentProps) {
  const [open, setOpen] = useState(false);
  const [entered, setEntered] = useState("");
  const close = () => {
    setOpen(false);
    setEntered("");
  };
  const stated = reason === "ask" ? entered : reason;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FileText aria-hidden className="size-4" /> {name}
      </Button>
      {open ? (
        <Sheet title={name} place={stated === "" ? "right" : "middle"} onClose={close}>
          {stated === "" ? (
            <ReasonForm onEnter={setEntered} />
          ) : (
            <Document
              documentId={documentId}
              name={name}
              {...(stated === undefined ? {} : { reason: stated })}
            />
          )}
        </Sheet>
      ) : null}
    </>
  );
}

function ReasonForm({ onEnter }: { onEnter: (reason: string) => void }) {
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter(textIn(new FormData(event.currentTarget), "reason"));
      }}
    >
      <TextField
        label={t("Why are you opening this document?")}
        name="reason"
        required
        minLength={3}
        maxLength={200}
        pattern=".*\S.*\S.*\S.*"
        title={t("Enter at least 3 characters")}
        hint={t("The audit log keeps your reason.")}
      />
      <Button type="submit" tone="primary" className="justify-self-start">
        {t("Open document")}
      </Button>
    </form>
  );
}

function Document({ documentId, name, reason }: DocumentProps) {
  const query = useQuery({
    queryKey: ["documents", documentId],
    queryFn: () => readFile("documentById", { params: { id: documentId }, query: { reason } }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Read query={query} failure={t("Couldn't load the document.")} className="h-96">
      {({ bytes, fileName }) => (
        <div className="grid gap-4">
          <Button className="justify-self-start" onClick={() => saveFile(bytes, fileName)}>
            <Download aria-hidden className="size-4" /> {t("Download")}
          </Button>
          <Preview bytes={bytes} name={name} />
        </div>
      )}
    </Read>
  );
}

function Preview({ bytes, name }: { bytes: Blob; name: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(bytes);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [bytes]);
  if (url === null) return null;
  if (bytes.type === "application/pdf") {
    // Browsers don't display PDFs in a sandbox; this file is ours and was checked on upload.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    return <iframe src={url} title={name} className="h-[70vh] w-full border border-line" />;
  }
  if (/^image\/(png|jpeg|webp)$/.test(bytes.type)) {
    return <img src={url} alt={name} className="max-w-full" />;
  }
  return (
    <p className="text-soft">{t("We can't preview this type of file. Download it instead.")}</p>
  );
}
