import type { Script } from "./script.ts";

export interface FailedHistory {
  readonly seed: number;
  readonly store: "memory" | "sqlite";
  readonly violation: string;
  readonly script: Script;
}

/** A test for a file in `test/simulation`, which replays a history and fails as long as it breaks a promise. */
export function formatTest({ seed, store, violation, script }: FailedHistory): string {
  const backend = store === "memory" ? "createMemoryBackend" : "createSqliteBackend";
  const steps = (list: Script["steps"]) => list.map((step) => `\n      ${JSON.stringify(step)},`).join("");
  return `import { expect, test } from "vitest";
import { ${backend} } from "./backends.ts";
import { runAlone } from "./run-histories.ts";
import type { Script } from "./script/script.ts";

// ${violation}
test("[RUN-17] the history of seed ${seed} keeps every promise", async () => {
  const script: Script = {
    plan: ${JSON.stringify(script.plan)},
    steps: [${steps(script.steps)}
    ],
    quiet: [${steps(script.quiet)}
    ],
  };
  expect((await runAlone(${backend}(), script)).violation).toBeUndefined();
});
`;
}
