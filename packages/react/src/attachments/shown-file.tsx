import { neutralise } from "@askback/core";
import type { File as StoredFile } from "@askback/core/wire";
import { useState } from "react";
import { useAskback } from "../askback-context.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { bidiIsolate } from "../text/sentence.tsx";
import { Icon } from "../ui/icon.tsx";
import { FileLabel } from "./file-label.tsx";
import { useFileUrl } from "./use-object-url.ts";

/** The files of a message or an answer. */
export function ShownFiles({ files }: { readonly files: readonly StoredFile[] }) {
  if (files.length === 0) return null;
  return (
    <div className="ask-files">
      {files.map((file) => (
        <ShownFile key={file.id} file={file} />
      ))}
    </div>
  );
}

/** An image in small, or a row; both download the file. */
function ShownFile({ file }: { readonly file: StoredFile }) {
  const t = useTranslation();
  const { url, isGone } = useFileUrl(file);
  const { download, isLost } = useDownload(file);
  const label = t("files.download", { name: bidiIsolate(file.name) });
  if (isGone || isLost)
    return (
      <span className="ask-file ask-muted">
        <Icon name="file" />
        <FileLabel file={file} note={t("files.gone")} />
      </span>
    );
  if (file.type.startsWith("image/"))
    return (
      <button type="button" className="ask-file-image" title={label} onClick={download}>
        {url === undefined ? (
          <span className="ask-hidden">{neutralise(file.name)}</span>
        ) : (
          <img src={url} alt={neutralise(file.name)} dir="auto" />
        )}
      </button>
    );
  return (
    <button type="button" className="ask-file" title={label} onClick={download}>
      <Icon name="file" />
      <FileLabel file={file} />
    </button>
  );
}

/** Reads a file with the caller's own access, by cookie or key, and saves it. */
function useDownload({ id, name }: StoredFile) {
  const { client } = useAskback();
  const [isLost, setLost] = useState(false);
  const download = async () => {
    const reply = await client.files.read(id);
    if (!reply.ok) return setLost(reply.error.status === 404);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(reply.value);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return { isLost, download: () => void download() };
}
