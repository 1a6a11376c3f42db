import { useCallback, useEffect, useRef, useState } from "react";
import { useAskback } from "../askback-context.ts";

/** The text of a composer, kept like every draft. What is written meanwhile is never replaced by what was kept. */
export function useComposerText(name: string) {
  const { texts } = useAskback().drafts;
  const [text, setText] = useState("");
  const isTouched = useRef(false);

  useEffect(() => {
    let isLeft = false;
    isTouched.current = false;
    setText("");
    void texts.get(name).then((kept) => {
      if (!isLeft && !isTouched.current) setText(kept);
    });
    return () => {
      isLeft = true;
    };
  }, [texts, name]);

  const write = useCallback(
    (next: string) => {
      isTouched.current = true;
      setText(next);
      texts.keep(name, next);
    },
    [texts, name],
  );
  return [text, write] as const;
}
