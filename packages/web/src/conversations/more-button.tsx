import { useEffect, useRef } from "react";
import { useAppWords } from "../i18n/use-app-words.ts";

interface MoreButtonProps {
  /** How many are there; a longer list is a reason to look again. */
  readonly shown: number;
  readonly onMore: () => void;
}

/** The end of a list that goes on: who scrolls to it gets more, and so does who presses it. */
export function MoreButton({ shown, onMore }: MoreButtonProps) {
  const words = useAppWords();
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a longer list is looked for anew
  useEffect(() => {
    if (!button.current) return;
    const looks = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
    });
    looks.observe(button.current);
    return () => looks.disconnect();
  }, [shown, onMore]);
  return (
    <button ref={button} type="button" className="app-quiet app-more" onClick={onMore}>
      {words("list.more")}
    </button>
  );
}
