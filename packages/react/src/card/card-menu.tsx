import { announce } from "@react-aria/live-announcer";
import { useWords } from "../i18n/use-words.ts";
import type { CardLinks } from "./card-links.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { MenuButton } from "./menu-button.tsx";
import { inquiryToMarkdown, inquiryToText } from "./question-words.ts";

interface CardMenuProps {
  readonly card: InquiryCard;
  readonly links: CardLinks;
  onShortcuts(): void;
}

/** What can be done with a question beside answering it. */
export function CardMenu({ card: { inquiry }, links, onShortcuts }: CardMenuProps) {
  const words = useWords();
  const { inquiry: link } = links;
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => announce(words("card.copied"), "polite"),
      // Without a clipboard the text can still be selected on the card.
      () => undefined,
    );
  };
  const actions = [
    { words: words("card.copyQuestion"), act: () => copy(inquiryToText(inquiry)) },
    { words: words("card.copyMarkdown"), act: () => copy(inquiryToMarkdown(inquiry)) },
    ...(link === undefined ? [] : [{ words: words("card.copyLink"), act: () => copy(link) }]),
    { words: words("card.shortcuts"), act: onShortcuts },
  ];
  return <MenuButton actions={actions} label={words("card.menu")} />;
}
