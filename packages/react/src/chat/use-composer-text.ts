import { useMemo } from "react";
import { useAskback } from "../askback-context.ts";
import { createKeptText, type KeptText } from "../kept-text.ts";
import { useSource } from "../use-source.ts";

/** The text of a composer, which survives a reload, how to change it, and how to hand it over to whoever sends it. */
export function useComposerText(name: string): readonly [string, KeptText["write"], KeptText["handOver"]] {
  const { texts } = useAskback().drafts;
  const text = useMemo(() => createKeptText(texts, name), [texts, name]);
  return [useSource(text), text.write, text.handOver];
}
