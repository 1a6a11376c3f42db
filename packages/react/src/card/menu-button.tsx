import { Suspense, useRef, useState } from "react";
import { lazily } from "../text/lazily.ts";
import type { MenuAction } from "./action-menu.tsx";

const ActionMenu = lazily(
  async () => (await import("./action-menu.tsx")).ActionMenu,
  () => null,
);

interface MenuButtonProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
}

/** Three dots that open a menu, which is loaded when it is first wanted. */
export function MenuButton({ label, actions }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-label={label}
        className="ask-icon"
        onClick={() => setOpen(!isOpen)}
        ref={button}
        title={label}
        type="button"
      >
        <svg aria-hidden="true" viewBox="0 0 16 16">
          <path d="M3 8h.01M8 8h.01M13 8h.01" />
        </svg>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ActionMenu actions={actions} label={label} onClose={() => setOpen(false)} trigger={button} />
        </Suspense>
      )}
    </>
  );
}
