import type { Inquiry } from "@askback/core/wire";
import { useEffect, useRef } from "react";
import { useLatest } from "../card/use-latest.ts";

/** So long it takes to see a question that comes while one writes. */
const seenMs = 1_000;

/** Tells whether a writer can have seen an inquiry: it was there before they began to write, or has been for a moment. */
export function useSeenQuestion(asked: Inquiry | undefined, isWriting: boolean): () => boolean {
  const since = useRef(Number.NEGATIVE_INFINITY);
  const wasWriting = useLatest(isWriting);
  const name = asked && `${asked.id} ${asked.revision}`;
  useEffect(() => {
    if (name !== undefined) since.current = wasWriting.current ? performance.now() : Number.NEGATIVE_INFINITY;
  }, [name, wasWriting]);
  return () => performance.now() - since.current >= seenMs;
}
