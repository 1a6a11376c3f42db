import type { Reply } from "@askback/client";
import { type ReactNode, useRef, useState } from "react";
import { ProblemAlert } from "./problem-alert.tsx";

interface CommandButtonProps {
  readonly perform: () => Reply<unknown>;
  readonly children: ReactNode;
}

/** A button for a command that shows why it was refused. */
export function CommandButton({ perform, children }: CommandButtonProps) {
  const [problem, setProblem] = useState<string>();
  const isRunning = useRef(false);
  const run = async () => {
    // The second of two clicks would be refused, since the first has changed the state.
    if (isRunning.current) return;
    isRunning.current = true;
    const done = await perform();
    isRunning.current = false;
    setProblem(done.ok ? undefined : done.error.title);
  };
  return (
    <>
      <button type="button" className="ask-button" onClick={run}>
        {children}
      </button>
      <ProblemAlert problem={problem} />
    </>
  );
}
