import type { Failure } from "@askback/client";
import type { Conversation, Run } from "@askback/core/wire";
import { useEffect, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";
import { ClockTime } from "./clock-time.tsx";
import { runChainsOf } from "./run-chains.ts";
import { TokenUse } from "./token-use.tsx";

/** The runs of a conversation, those that go on from each other together. */
export function RunTimeline({ conversation }: { readonly conversation: Conversation }) {
  const words = useWords();
  const { runs, problem } = useRuns(conversation);
  if (problem) return <p className="ask-alert">{words("runs.failed", { problem: isolated(problem.title) })}</p>;
  if (runs?.length === 0) return <p className="ask-muted">{words("runs.none")}</p>;
  return (
    <ol className="ask-runs" aria-label={words("runs.title")}>
      {runChainsOf(runs ?? []).map((chain) => (
        <li key={chain[0]?.id} className="ask-run-chain">
          <ol>
            {chain.map((run) => (
              <RunItem key={run.id} run={run} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

function RunItem({ run }: { readonly run: Run }) {
  const words = useWords();
  return (
    <li className="ask-run" data-status={run.status}>
      <span className="ask-run-state">{words(run.status === "failed" ? "runs.run-failed" : `runs.${run.status}`)}</span>
      <ClockTime at={run.startedAt} />
      <span>{words("runs.steps", { steps: run.steps })}</span>
      {run.asks > 0 && <span>{words("runs.asks", { asks: run.asks })}</span>}
      <TokenUse usage={run.usage} />
      {run.resumedFrom !== undefined && <span className="ask-muted">{words("runs.resumed")}</span>}
    </li>
  );
}

/** Read again with each change of the conversation; what was read last stays meanwhile. */
function useRuns({ id, version }: Conversation) {
  const { client } = useAskback();
  const [state, setState] = useState<{ readonly runs?: readonly Run[]; readonly problem?: Failure }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is the reason to read again
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const page = await client.conversations.runs(id, { signal: leaving.signal });
      if (!leaving.signal.aborted) setState(page.ok ? { runs: page.value.items } : { problem: page.error });
    };
    void read();
    return () => leaving.abort();
  }, [client, id, version]);
  return state;
}
