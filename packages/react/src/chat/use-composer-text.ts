import { useEffect } from "react";
import { useAskback } from "../askback-context.ts";
import { type KeptText, keptTextsOf } from "../kept-text.ts";
import { useSource } from "../use-source.ts";

/** The text of a composer, which survives a reload, how to change it, how to hand it over to whoever sends it, and how to forget what was sent. */
export function useComposerText(
  name: string,
): readonly [string, KeptText["write"], KeptText["handOver"], KeptText["forget"]] {
  const text = keptTextsOf(useAskback())(name);
  useEffect(() => text.look(), [text]);
  return [useSource(text), text.write, text.handOver, text.forget];
}
