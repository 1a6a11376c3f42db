import type { ReactNode } from "react";

interface MoreLinkProps {
  /** The id of what it shows and hides. */
  readonly controls: string;
  readonly isOpen: boolean;
  readonly className?: string;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A button like a link that shows more, or less again. */
export function MoreLink({ controls, isOpen, className = "", onToggle, children }: MoreLinkProps) {
  return (
    <button
      aria-controls={controls}
      aria-expanded={isOpen}
      className={`ask-more-link ${className}`.trim()}
      onClick={onToggle}
      type="button"
    >
      {children}
    </button>
  );
}
