import { fileTypes } from "@askback/core";
import { useRef } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Icon } from "../ui/icon.tsx";

/** Text files have many types, so that any is offered and the server decides by the bytes. */
const accepted = [...fileTypes, "text/*", "application/json"].join(",");

/** Opens the browser's dialog to pick files. */
export function AttachButton({ onPick }: { readonly onPick: (files: readonly File[]) => void }) {
  const t = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="ask-icon ask-attach"
        aria-label={t("files.attach")}
        title={t("files.attach")}
        onClick={() => input.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])]);
          // The same file can be picked again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
