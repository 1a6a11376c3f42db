import { announce } from "@react-aria/live-announcer";
import { useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";

/** Copies a text, and says so until the focus leaves. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(t("text.copied"), "polite");
  };
  return (
    <button
      className="ask-quiet"
      onBlur={() => setCopied(false)}
      // Without permission for the clipboard the button stays as it was, and the text can still be selected.
      onClick={() => copy().catch(() => setCopied(false))}
      type="button"
    >
      {t(isCopied ? "text.copied" : "text.copy")}
    </button>
  );
}
