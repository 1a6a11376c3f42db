import { announce } from "@react-aria/live-announcer";
import { useState } from "react";
import { useWords } from "../i18n/use-words.ts";

/** Copies a text and says so until something else is done. */
export function CopyButton({ text }: { readonly text: string }) {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(words("text.copied"), "polite");
  };
  return (
    <button
      className="ask-quiet"
      onBlur={() => setCopied(false)}
      // A clipboard that is not allowed leaves the button as it was, and the text can still be selected.
      onClick={() => copy().catch(() => setCopied(false))}
      type="button"
    >
      {words(isCopied ? "text.copied" : "text.copy")}
    </button>
  );
}
