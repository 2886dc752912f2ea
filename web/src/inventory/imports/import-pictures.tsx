import type { PictureArchive, UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { plural, t } from "@gavelyard/messages/text";
import { useState, type FormEvent } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FileField } from "../../ui/form/field.tsx";
import { count } from "../../ui/text/format.ts";
import { importKeys, sendPictures } from "./import-api.ts";
import { ProgressBar } from "./progress-bar.tsx";

const MAX_BYTES = 500 * 1024 * 1024;

export function ImportPictures({ one }: { one: UnitImport }) {
  return (
    <Card title={t("Pictures")}>
      <ZipForm one={one} />
      {one.archives.map((archive) => (
        <Archive key={archive.id} archive={archive} />
      ))}
    </Card>
  );
}

function ZipForm({ one }: { one: UnitImport }) {
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const [share, setShare] = useState(0);
  const send = useAction((call, given: File) => sendPictures(call, one.id, given, setShare), {
    done: t("Pictures uploaded. Matching them to units."),
    failed: t("The upload was interrupted. Choose the same file again to continue."),
    refresh: importKeys,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined) return setFault(t("Choose a file"));
    if (file.size > MAX_BYTES)
      return setFault(t("A ZIP file can be up to 500 MB. Split it into several."));
    setShare(0);
    return send.mutate(file);
  };
  return (
    <form className="grid max-w-xl gap-4" onSubmit={submit}>
      <FileField
        label={t("ZIP file of pictures")}
        accept=".zip"
        error={fault}
        disabled={send.isPending}
        hint={t(
          "Up to 500 MB. We match a picture to a unit if its file name starts with, or its folder is, the unit's stock number, VIN, its last 8, or the file's lot number: GY-1001_1.jpg, FGC65422-front.png, Lot 5/01.jpg. Pictures are ordered by file name.",
        )}
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          setFault(undefined);
        }}
      />
      {send.isPending ? (
        <ProgressBar label={t("Percent uploaded")} done={Math.floor(share * 100)} of={100} />
      ) : null}
      <Button type="submit" tone="primary" className="justify-self-start" busy={send.isPending}>
        {t("Upload pictures")}
      </Button>
    </form>
  );
}

function Archive({ archive }: { archive: PictureArchive }) {
  const { fileName, state, files, placed, refused, problems, failure } = archive;
  return (
    <section aria-label={fileName} className="mt-5 border-t border-line pt-4">
      <h3 className="mb-2 wrap-anywhere">{fileName}</h3>
      {state === "UPLOADING" ? (
        <p>
          {t("{received} of {parts} parts are uploaded. Choose the same file to continue.", {
            received: count(archive.received.length),
            parts: count(archive.parts),
          })}
        </p>
      ) : null}
      {state === "WORKING" ? (
        <ProgressBar
          label={t("Pictures processed")}
          done={placed + refused}
          of={Math.max(files, 1)}
        />
      ) : null}
      {state === "FAILED" ? <p className="text-outbid">{failure}</p> : null}
      {state === "DONE" ? (
        <p role="status">
          {files === 1
            ? t("{placed} of 1 picture was added to its unit.", { placed: count(placed) })
            : t("{placed} of {files} pictures were added to their units.", {
                placed: count(placed),
                files: count(files),
              })}
        </p>
      ) : null}
      {refused === 0 ? null : (
        <details className="mt-2">
          <summary className="min-h-8 cursor-pointer font-semibold">
            {plural(refused, "{n} picture was skipped", "{n} pictures were skipped")}
          </summary>
          <ul className="mt-2 grid gap-1 text-sm">
            {problems.map(({ name, message }) => (
              <li key={name}>
                <span className="font-semibold wrap-anywhere">{name}</span>: {message}
              </li>
            ))}
          </ul>
          {refused > problems.length ? (
            <p className="mt-1 text-sm text-soft">
              {t("And {number} more.", { number: count(refused - problems.length) })}
            </p>
          ) : null}
        </details>
      )}
    </section>
  );
}
