import { useEffect } from "react";
import { useAskback } from "../askback-context.ts";
import { type KeptText, keptTextsOf } from "../kept-text.ts";
import { useSource } from "../use-source.ts";

/** The text of a composer, which survives a reload, and what can be done with it. */
export function useComposerText(name: string): KeptText & { readonly text: string } {
  const kept = keptTextsOf(useAskback())(name);
  useEffect(() => kept.look(), [kept]);
  return { ...kept, text: useSource(kept) };
}
