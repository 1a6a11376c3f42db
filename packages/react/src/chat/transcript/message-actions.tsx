import type { Message } from "@askback/core/wire";
import { type KeyboardEvent, useContext } from "react";
import type { MessageId } from "../../i18n/catalogue.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useAnnounce } from "../../ui/announce.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuButton } from "../../ui/menu-button.tsx";
import { ClockTime } from "../../ui/time.tsx";
import { ComposerContext } from "../composer/composer.tsx";
import { quotationOf } from "../composer/composer-text.ts";

interface MessageActionsProps {
  readonly message: Message;
  /** Whether Tab leads here; the arrow keys lead from one message to the next. */
  readonly isTabStop: boolean;
  /** Undefined for a message that the reader cannot edit. */
  readonly onEdit: (() => void) | undefined;
}

/** What can be done with a message: a bar for pointers and keys, and a menu on touch. */
export function MessageActions({ message, isTabStop, onEdit }: MessageActionsProps) {
  const t = useTranslation();
  const composer = useContext(ComposerContext);
  const copy = useCopy();
  const text = textOf(message);
  const actions = [
    { icon: "copy", label: t("message.copy"), onAction: () => copy(text, "text.copied") },
    ...(composer
      ? [{ icon: "quote", label: t("message.quote"), onAction: () => composer.quote(quotationOf([{ text }])) } as const]
      : []),
    { icon: "link", label: t("message.link"), onAction: () => copy(addressOf(message.id), "message.link-copied") },
    ...(onEdit ? [{ icon: "draft", label: t("message.edit"), onAction: onEdit } as const] : []),
  ] as const;
  return (
    <>
      <div className="ask-message-actions" role="toolbar" aria-label={t("message.actions")} onKeyDown={moveFocus}>
        <ClockTime at={message.at} />
        {actions.map(({ icon, label, onAction }, index) => (
          <IconButton
            icon={icon}
            label={label}
            key={icon}
            tabIndex={isTabStop && index === 0 ? 0 : -1}
            onClick={onAction}
          />
        ))}
      </div>
      <div className="ask-message-menu">
        <MenuButton label={t("message.actions")} actions={actions} />
      </div>
    </>
  );
}

function useCopy(): (text: string, said: MessageId) => void {
  const announce = useAnnounce();
  return (text, said) => {
    const copy = async () => {
      await navigator.clipboard.writeText(text);
      await announce({ messages: [{ id: said }], politeness: "polite" });
    };
    // Without permission for the clipboard nothing is copied, and the text can still be selected.
    copy().catch(() => undefined);
  };
}

/** The text of a message, with the questions that it asks. */
function textOf({ blocks }: Message): string {
  const texts = blocks.map((block) => {
    if (block.type === "text") return block.text;
    return block.type === "action" ? block.inquiry.questions.map(({ text }) => text).join("\n") : "";
  });
  return texts.filter((text) => text !== "").join("\n\n");
}

function addressOf(messageId: string): string {
  return new URL(`#${messageId}`, location.href).href;
}

/** Moves the focus by arrow keys: within the bar, and to the bars of the messages before and after. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const bar = event.currentTarget;
  const target = targetOf(event.key, bar);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function targetOf(key: string, bar: HTMLElement): HTMLElement | undefined {
  const buttons = [...bar.querySelectorAll<HTMLElement>("button")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  const onward = getComputedStyle(bar).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight":
      return buttons[at + (key === onward ? 1 : -1)];
    case "ArrowUp":
    case "ArrowDown": {
      const bars = [...(bar.closest(".ask-log")?.querySelectorAll(".ask-message-actions") ?? [])];
      const next = bars[bars.indexOf(bar) + (key === "ArrowDown" ? 1 : -1)];
      return next?.querySelector<HTMLElement>("button") ?? undefined;
    }
    default:
      return undefined;
  }
}
