import { Suspense, useRef, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { lazily } from "../text/lazily.ts";
import type { CardLinks } from "./card-links.ts";
import type { InquiryCard } from "./inquiry-card.ts";

const CardMenu = lazily(
  async () => (await import("./card-menu.tsx")).CardMenu,
  () => null,
);

interface MenuButtonProps {
  readonly card: InquiryCard;
  readonly links: CardLinks;
  onShortcuts(): void;
}

/** The menu is loaded when it is first wanted. */
export function MenuButton({ card, links, onShortcuts }: MenuButtonProps) {
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-label={words("card.menu")}
        className="ask-icon"
        onClick={() => setOpen(!isOpen)}
        ref={button}
        title={words("card.menu")}
        type="button"
      >
        <svg aria-hidden="true" viewBox="0 0 16 16">
          <path d="M3 8h.01M8 8h.01M13 8h.01" />
        </svg>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CardMenu
            card={card}
            links={links}
            onClose={() => setOpen(false)}
            onShortcuts={onShortcuts}
            trigger={button}
          />
        </Suspense>
      )}
    </>
  );
}
