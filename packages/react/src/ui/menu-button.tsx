import { type ReactNode, Suspense, useRef, useState } from "react";
import type { MenuAction } from "./action-menu.tsx";
import { lazyDialog } from "./dialog/lazy-dialog.tsx";

const ActionMenu = lazyDialog(async () => (await import("./action-menu.tsx")).ActionMenu);

interface MenuButtonProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** What the button shows; three dots if left out. */
  readonly children?: ReactNode;
}

/** A button that opens a menu, which is loaded on first use. */
export function MenuButton({ label, actions, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isNamed = children !== undefined;
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-label={isNamed ? undefined : label}
        className={isNamed ? "ask-quiet ask-menu-button" : "ask-icon"}
        data-focus={isNamed ? "more" : undefined}
        onClick={() => setOpen(!isOpen)}
        ref={button}
        title={isNamed ? undefined : label}
        type="button"
      >
        {children ?? (
          <svg aria-hidden="true" viewBox="0 0 16 16">
            <path d="M3 8h.01M8 8h.01M13 8h.01" />
          </svg>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ActionMenu actions={actions} label={label} onClose={() => setOpen(false)} trigger={button} />
        </Suspense>
      )}
    </>
  );
}
