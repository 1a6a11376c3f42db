import { useLayoutEffect, useRef } from "react";

/** How long it takes to notice that a question has changed. */
const noticeMs = 700;

/** Tells whether a question has just changed, so that an answer may be meant for the one before. */
export function useNoticeTime(revision: number): () => boolean {
  const shown = useRef(revision);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (shown.current === revision) return;
    shown.current = revision;
    changedAt.current = performance.now();
  }, [revision]);
  return () => performance.now() - changedAt.current < noticeMs;
}
