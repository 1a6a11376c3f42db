import type { Failure } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useCallback, useEffect, useState } from "react";
import { readConversations } from "./read-conversations.ts";

interface Listed {
  readonly status: "loading" | "ready" | "failed";
  readonly items: readonly Conversation[];
  readonly hasMore: boolean;
  readonly problem?: Failure;
}

const pageLimit = 50;
/** How long a burst of events may last before the list is read again. */
const calm = 250;

/** The conversations that a person started, read again when one of them changes. */
export function useConversations(q: string) {
  const { client, live } = useAskback();
  const [listed, setListed] = useState<Listed>({ status: "loading", items: [], hasMore: false });
  const [wanted, setWanted] = useState(pageLimit);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      timer = undefined;
      const found = await readConversations((query) => client.conversations.list(query, { signal }), { q, wanted });
      if (signal.aborted) return;
      setListed((before) =>
        found.ok ? { status: "ready", ...found.value } : { ...before, status: "failed", problem: found.error },
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
  }, [client, live, q, wanted]);

  const showMore = useCallback(() => setWanted((before) => before + pageLimit), []);
  return { ...listed, showMore };
}
