import type { Option } from "@askback/core/wire";
import { type PointerEvent, useId } from "react";
import { useWords } from "../i18n/use-words.ts";
import { AgentText } from "../text/agent-text.tsx";
import { PlainText } from "../text/plain-text.tsx";
import { OptionPreview } from "./option-preview.tsx";

interface OptionRowProps {
  readonly option: Option;
  /** Counted from 0; its digit picks it. */
  readonly nth: number;
  readonly group: string;
  readonly type: "radio" | "checkbox";
  readonly isPicked: boolean;
  readonly isReadOnly: boolean;
  readonly isPreviewOpen: boolean;
  onPick(): void;
  /** It was clicked while it was picked. */
  onClickAgain(): void;
  onPress(): void;
  onRelease(): void;
  onPreview(): void;
}

/** One choice: a label with a native input. What can be opened stands beside the label, not in it. */
export function OptionRow(props: OptionRowProps) {
  const { option, nth, group, type, isPicked, isReadOnly, isPreviewOpen } = props;
  const { onPick, onClickAgain, onPress, onRelease, onPreview } = props;
  const words = useWords();
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
              <span className="ask-badge" dir="auto" id={`${id}-recommended`}>
                {recommended.reason
                  ? words("card.recommendedWhy", { reason: recommended.reason })
                  : words("card.recommended")}
              </span>
            )}
          </span>
          {description && (
            <span className="ask-option-description">
              <AgentText id={`${id}-description`} links="words" text={description} />
            </span>
          )}
        </span>
        {nth < 9 && (
          <span aria-hidden="true" className="ask-option-key">
            {nth + 1}
          </span>
        )}
      </label>
      {preview && <OptionPreview isOpen={isPreviewOpen} label={label} onToggle={onPreview} preview={preview} />}
    </li>
  );
}

/** Whoever drags over a label to select its text picks nothing. */
function hasSelection(label: HTMLElement): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(label, true);
}

function isMainPointer({ isPrimary, button }: PointerEvent): boolean {
  return isPrimary && button === 0;
}
