import { t } from "@gavelyard/messages/text";
import type { ReactNode } from "react";
import { Head } from "../site/head.tsx";

export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto my-6 w-full max-w-md rounded-lg border border-line bg-sheet p-6">
      <Head title={t("{title} | Gavelyard", { title })} description={title} indexed={false} />
      <h1 className="mb-5">{title}</h1>
      {children}
    </div>
  );
}
