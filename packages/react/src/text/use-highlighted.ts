import { useEffect, useState } from "react";
import type { Token } from "./highlight.ts";

type Lines = readonly (readonly Token[])[];

/** The coloured lines of a text; undefined until they are there, or where the language is unknown. */
export function useHighlighted(text: string, language: string | undefined): Lines | undefined {
  const [highlighted, setHighlighted] = useState<{ readonly text: string; readonly lines: Lines }>();
  useEffect(() => {
    if (language === undefined) return;
    const asked = { isCurrent: true };
    const load = async () => {
      const { highlight } = await import("./highlight.ts");
      const lines = await highlight(text, language);
      if (asked.isCurrent && lines) setHighlighted({ text, lines });
    };
    // Without colours the text is as readable.
    load().catch(() => undefined);
    return () => {
      asked.isCurrent = false;
    };
  }, [text, language]);
  return highlighted?.text === text ? highlighted.lines : undefined;
}
