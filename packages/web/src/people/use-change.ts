import type { Failure, Reply } from "@askback/client";
import { useAskback } from "@askback/react";
import { useState } from "react";
import { peopleKey } from "./use-people-lists.ts";

export interface Change {
  readonly isBusy: boolean;
  readonly problem: Failure | undefined;
  /** Makes one change at a time, and shows nothing as done before the server has said so; undefined if it refused. */
  run<Value>(call: () => Reply<Value>): Promise<{ readonly value: Value } | undefined>;
  /** Forgets the problem. */
  reset(): void;
}

/** A change of people, keys or sessions, after which what the page shows is read again. */
export function useChange(): Change {
  const { live } = useAskback();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Failure>();
  return {
    isBusy,
    problem,
    async run(call) {
      if (isBusy) return undefined;
      setBusy(true);
      setProblem(undefined);
      const reply = await call();
      await live.queryClient.invalidateQueries({ queryKey: peopleKey });
      setBusy(false);
      if (reply.ok) return { value: reply.value };
      setProblem(reply.error);
      return undefined;
    },
    reset: () => setProblem(undefined),
  };
}
