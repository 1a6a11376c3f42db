import type { File as StoredFile } from "@askback/core/wire";
import { useEffect, useRef } from "react";
import type { Rejection } from "../data/files/field-files.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { useServices } from "../services-context.ts";
import { bidiIsolate } from "../text/sentence.tsx";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { FileLabel } from "./file-label.tsx";
import type { Attachments } from "./use-attachments.ts";
import { useFileUrl, useObjectUrl } from "./use-object-url.ts";

interface AttachmentListProps {
  readonly attachments: Pick<Attachments, "files" | "rejections" | "remove" | "maxBytes"> &
    Partial<Pick<Attachments, "additions">>;
  /** Files of the field that the server has, such as those of a draft. */
  readonly stored?: readonly StoredFile[];
  readonly onDetach?: (id: string) => void;
  readonly isReadOnly?: boolean;
}

/** The files that are attached to what somebody writes, and why others were not. What was just added is scrolled into view. */
export function AttachmentList({ attachments, stored = [], onDetach, isReadOnly = false }: AttachmentListProps) {
  const t = useTranslation();
  const { files, rejections, remove, maxBytes, additions = 0 } = attachments;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (additions > 0) list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [additions]);
  return (
    <>
      {files.length + stored.length > 0 && (
        <ul className="ask-attachments" aria-label={t("files.list")} ref={list}>
          {stored.map((file) => (
            <li key={file.id} className="ask-attachment">
              <StoredThumbnail file={file} />
              <FileLabel file={file} />
              {!isReadOnly && <RemoveButton name={file.name} onRemove={() => onDetach?.(file.id)} />}
            </li>
          ))}
          {files.map((file) => (
            <li key={file.key} className="ask-attachment" data-status={file.status}>
              <AttachedThumbnail attachedKey={file.key} type={file.type} />
              <FileLabel
                file={file}
                note={file.status === "uploaded" ? undefined : t(`files.${file.status}`)}
                isBusy={file.status === "uploading"}
              />
              <RemoveButton name={file.name} onRemove={() => remove(file.key)} />
            </li>
          ))}
        </ul>
      )}
      {rejections.length > 0 && (
        <div className="ask-alert ask-attachment-problems" role="alert">
          {rejections.map((rejection, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may be refused twice, and refusals are only added at the end
            <p key={index}>
              <RejectionText rejection={rejection} maxBytes={maxBytes} />
            </p>
          ))}
        </div>
      )}
    </>
  );
}

function RejectionText({ rejection, maxBytes }: { readonly rejection: Rejection; readonly maxBytes: number }) {
  const t = useTranslation();
  const name = bidiIsolate(rejection.name);
  if (rejection.reason === "too-many") return t("files.too-many", { name });
  const isOfType = rejection.problem === undefined || [413, 415].includes(rejection.problem.status);
  if (isOfType) return t("files.unsupported", { name, size: Math.floor(maxBytes / (1024 * 1024)) });
  return t("files.refused", { name, problem: bidiIsolate(rejection.problem?.title ?? "") });
}

function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const t = useTranslation();
  const label = t("files.remove", { name: bidiIsolate(name) });
  return <IconButton icon="closed" label={label} onClick={onRemove} />;
}

/** A picture of a file whose bytes are in this browser. */
function AttachedThumbnail({ attachedKey, type }: { readonly attachedKey: string; readonly type: string }) {
  const { uploads } = useServices();
  const isImage = type.startsWith("image/");
  return <Thumbnail url={useObjectUrl(attachedKey, isImage ? () => uploads.read(attachedKey) : undefined)} />;
}

function StoredThumbnail({ file }: { readonly file: StoredFile }) {
  return <Thumbnail url={useFileUrl(file).url} />;
}

function Thumbnail({ url }: { readonly url: string | undefined }) {
  return (
    <span className="ask-attachment-thumbnail" aria-hidden="true">
      {url === undefined ? <Icon name="file" /> : <img src={url} alt="" />}
    </span>
  );
}
