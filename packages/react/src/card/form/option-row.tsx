import { neutralise } from "@askback/core";
import type { Option, Preview as Shown } from "@askback/core/wire";
import { type PointerEvent, Suspense, useId } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { AgentText, PlainText } from "../../text/agent-text.tsx";
import { firstLines } from "../../text/plain-text.ts";
import { SourceOnError } from "../../text/source-on-error.tsx";
import { lazyComponent } from "../../ui/lazy-component.ts";

interface OptionRowProps {
  readonly option: Option;
  /** Counted from 0; the digit of its number picks it. */
  readonly nth: number;
  readonly group: string;
  readonly type: "radio" | "checkbox";
  readonly isPicked: boolean;
  readonly isReadOnly: boolean;
  readonly isPreviewOpen: boolean;
  onPick(): void;
  /** The option was clicked while it was picked. */
  onClickAgain(): void;
  onPress(): void;
  onRelease(): void;
  onPreview(): void;
}

/** One choice: a label with a native input, and its preview beside the label, since a control must not be inside another. */
export function OptionRow(props: OptionRowProps) {
  const { option, nth, group, type, isPicked, isReadOnly, isPreviewOpen } = props;
  const { onPick, onClickAgain, onPress, onRelease, onPreview } = props;
  const t = useTranslation();
  const id = useId();
  const { label, description, recommended, preview } = option;
  const described = [description && `${id}-description`, recommended && `${id}-recommended`].filter(Boolean).join(" ");
  return (
    <li className="ask-option">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click is only watched; keys go to the input */}
      <label
        className={`ask-option-button ask-option-row${isPicked ? " selected" : ""}`}
        onClick={(event) => {
          if (hasSelection(event.currentTarget)) event.preventDefault();
          else if (isPicked) onClickAgain();
        }}
        onPointerDown={(event) => isMainPointer(event) && onPress()}
        onPointerUp={(event) => isMainPointer(event) && !hasSelection(event.currentTarget) && onRelease()}
      >
        <input
          aria-describedby={described || undefined}
          aria-disabled={isReadOnly || undefined}
          aria-labelledby={`${id}-label`}
          checked={isPicked}
          data-option={option.id}
          name={group}
          onChange={() => !isReadOnly && onPick()}
          type={type}
          value={option.id}
        />
        <span className="ask-option-text">
          <span className="ask-option-label">
            <PlainText id={`${id}-label`} text={label} />
            {recommended && (
              <span className="ask-badge">
                <span aria-hidden="true">{"★\u00A0"}</span>
                <span dir="auto" id={`${id}-recommended`}>
                  {recommended.reason
                    ? t("card.recommendedWhy", { reason: neutralise(recommended.reason) })
                    : t("card.recommended")}
                </span>
              </span>
            )}
          </span>
          {description && (
            <span className="ask-option-description">
              <AgentText id={`${id}-description`} links="text" text={description} />
            </span>
          )}
        </span>
        {nth < 9 && (
          <span aria-hidden="true" className="ask-key">
            {nth + 1}
          </span>
        )}
      </label>
      {preview && <OptionPreview isOpen={isPreviewOpen} label={label} onToggle={onPreview} preview={preview} />}
    </li>
  );
}

/** Dragging over a label to select its text picks nothing. */
function hasSelection(label: HTMLElement): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(label, true);
}

function isMainPointer({ isPrimary, button }: PointerEvent): boolean {
  return isPrimary && button === 0;
}

const Preview = lazyComponent(async () => (await import("../../text/preview.tsx")).Preview, AsWritten);

interface OptionPreviewProps {
  readonly preview: Shown;
  readonly label: string;
  readonly isOpen: boolean;
  onToggle(): void;
}

function OptionPreview({ preview, label, isOpen, onToggle }: OptionPreviewProps) {
  const t = useTranslation();
  const id = useId();
  const name = t("card.previewOf", { label: neutralise(label) });
  return (
    <>
      <button
        aria-controls={isOpen ? id : undefined}
        aria-expanded={isOpen}
        aria-label={name}
        className="ask-quiet ask-preview-toggle"
        onClick={onToggle}
        type="button"
      >
        {t("card.preview")}
      </button>
      {isOpen && (
        <div className="ask-preview" id={id}>
          <SourceOnError source={preview.text}>
            <Suspense fallback={<AsWritten preview={{ ...preview, text: firstLines(preview.text).text }} />}>
              <Preview label={name} preview={preview} />
            </Suspense>
          </SourceOnError>
        </div>
      )}
    </>
  );
}

function AsWritten({ preview }: { readonly preview: Shown }) {
  return <pre className="ask-pre">{neutralise(preview.text)}</pre>;
}
