import { type RefObject, useEffect, useRef } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";
import { AriaLanguage } from "../i18n/aria-language.tsx";
import { useLanguageAttributes } from "../i18n/use-language.ts";

export interface MenuAction {
  readonly label: string;
  onAction(): void;
}

interface ActionMenuProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly trigger: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** An open menu, which closes with each of its actions. */
export function ActionMenu({ label, actions, trigger, onClose }: ActionMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useFirstItemFocus(menu);
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
        <Menu aria-label={label} autoFocus="first" className="ask-menu" onClose={onClose} ref={menu}>
          {actions.map((action) => (
            <MenuItem className="ask-menu-item" key={action.label} onAction={action.onAction}>
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </AriaLanguage>
  );
}

/** React Aria takes the click of a key for one of a screen reader, and leaves the focus on the menu itself then. */
function useFirstItemFocus(menu: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (menu.current === document.activeElement) menu.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [menu]);
}
