import { neutralise } from "@askback/core";
import type { Preview as Shown } from "@askback/core/wire";
import { Suspense, useId } from "react";
import { useWords } from "../i18n/use-words.ts";
import { firstLines } from "../text/first-lines.ts";
import { lazily } from "../text/lazily.ts";

const Preview = lazily(async () => (await import("../text/preview.tsx")).Preview, AsWritten);

interface OptionPreviewProps {
  readonly preview: Shown;
  readonly label: string;
  readonly isOpen: boolean;
  onToggle(): void;
}

export function OptionPreview({ preview, label, isOpen, onToggle }: OptionPreviewProps) {
  const words = useWords();
  const id = useId();
  const name = words("card.previewOf", { label: neutralise(label) });
  return (
    <div className="ask-preview">
      <button
        aria-controls={isOpen ? id : undefined}
        aria-expanded={isOpen}
        aria-label={name}
        className="ask-quiet ask-toggle"
        onClick={onToggle}
        type="button"
      >
        {words("card.preview")}
      </button>
      {isOpen && (
        <div id={id}>
          <Suspense fallback={<AsWritten preview={{ ...preview, text: firstLines(preview.text).text }} />}>
            <Preview label={name} preview={preview} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

function AsWritten({ preview }: { readonly preview: Shown }) {
  return <pre className="ask-pre">{neutralise(preview.text)}</pre>;
}
