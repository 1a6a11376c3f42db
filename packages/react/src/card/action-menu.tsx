import type { RefObject } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";
import { AriaLanguage } from "../i18n/aria-language.tsx";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";

export interface MenuAction {
  readonly words: string;
  act(): void;
}

interface ActionMenuProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly trigger: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** An open menu; each action of it closes it. */
export function ActionMenu({ label, actions, trigger, onClose }: ActionMenuProps) {
  return (
    <AriaLanguage>
      <Popover
        className="ask-popover"
        isOpen
        onOpenChange={onClose}
        placement="bottom end"
        triggerRef={trigger}
        {...useLanguageAttributes()}
      >
        <Menu aria-label={label} autoFocus="first" className="ask-menu" onClose={onClose}>
          {actions.map(({ words, act }) => (
            <MenuItem className="ask-menu-item" key={words} onAction={act}>
              {words}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </AriaLanguage>
  );
}
