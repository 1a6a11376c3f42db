import { useMemo } from "react";
import { useAskback } from "../askback-context.ts";
import { createKeptText } from "../kept-text.ts";
import { useSource } from "../use-source.ts";

/** The text of a composer, which survives a reload, and how to change it. */
export function useComposerText(name: string): readonly [string, (text: string) => void] {
  const { texts } = useAskback().drafts;
  const text = useMemo(() => createKeptText(texts, name), [texts, name]);
  return [useSource(text), text.write];
}
