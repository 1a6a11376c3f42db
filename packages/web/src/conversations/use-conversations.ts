import type { Failure } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useEffect, useState } from "react";

interface Listed {
  readonly status: "loading" | "ready" | "failed";
  readonly items: readonly Conversation[];
  readonly next?: string | undefined;
  readonly problem?: Failure;
}

const pageLimit = 50;
/** How long a burst of events may last before the list is read again. */
const calm = 250;

/** The conversations that a person started, read again when one of them changes. */
export function useConversations(q: string) {
  const { client, live } = useAskback();
  const [listed, setListed] = useState<Listed>({ status: "loading", items: [] });
  const [limit, setLimit] = useState(pageLimit);

  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      timer = undefined;
      const page = await client.conversations.list({ limit, ...(q !== "" && { q }) }, { signal: leaving.signal });
      if (leaving.signal.aborted) return;
      setListed((before) =>
        page.ok
          ? { status: "ready", items: page.value.items.filter(({ parent }) => !parent), next: page.value.next }
          : { ...before, status: "failed", problem: page.error },
      );
    };
    const readSoon = () => {
      timer ??= setTimeout(read, calm);
    };
    const stop = live.onEvent(({ type }) => {
      if (type !== "drafted") readSoon();
    });
    void read();
    return () => {
      leaving.abort();
      stop();
      clearTimeout(timer);
    };
  }, [client, live, q, limit]);

  return { ...listed, showMore: () => setLimit((shown) => Math.min(shown + pageLimit, 200)) };
}
