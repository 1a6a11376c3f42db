import { announce } from "@react-aria/live-announcer";
import type { RefObject } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";
import { useWords } from "../i18n/use-words.ts";
import type { CardLinks } from "./card-links.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { inquiryToMarkdown, inquiryToText } from "./question-words.ts";

interface CardMenuProps {
  readonly card: InquiryCard;
  readonly links: CardLinks;
  readonly trigger: RefObject<HTMLElement | null>;
  onClose(): void;
  onShortcuts(): void;
}

/** What can be done with a question beside answering it. */
export function CardMenu({ card: { inquiry }, links, trigger, onClose, onShortcuts }: CardMenuProps) {
  const words = useWords();
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => announce(words("card.copied"), "polite"),
      // Without a clipboard the text can still be selected on the card.
      () => undefined,
    );
  };
  return (
    <Popover className="ask-popover" isOpen onOpenChange={onClose} placement="bottom end" triggerRef={trigger}>
      <Menu aria-label={words("card.menu")} autoFocus="first" className="ask-menu" onClose={onClose}>
        <MenuItem className="ask-menu-item" onAction={() => copy(inquiryToText(inquiry))}>
          {words("card.copyQuestion")}
        </MenuItem>
        <MenuItem className="ask-menu-item" onAction={() => copy(inquiryToMarkdown(inquiry))}>
          {words("card.copyMarkdown")}
        </MenuItem>
        {links.inquiry !== undefined && (
          <MenuItem className="ask-menu-item" onAction={() => copy(links.inquiry ?? "")}>
            {words("card.copyLink")}
          </MenuItem>
        )}
        <MenuItem className="ask-menu-item" onAction={onShortcuts}>
          {words("card.shortcuts")}
        </MenuItem>
      </Menu>
    </Popover>
  );
}
