import { beforeAll, expect, test } from "vitest";
import { storeUnderTest } from "../../harness/server/store-under-test.ts";
import { aroundCommit } from "../crash-point.ts";
import { eventsOf, expectSameFlow } from "../expectations.ts";
import type { Outcome } from "../run-flow.ts";
import { commits, runExternalFlow } from "./external-flow.ts";

let reference: Outcome;
beforeAll(async () => {
  reference = await runExternalFlow();
});

test("[EXTERNAL-46] without a crash the asks of a program make the expected commits and resolutions", {
  tags: "smoke",
}, () => {
  expect(reference.commits.map((names) => commits.find((name) => names.includes(name)))).toEqual(commits);
  expect(eventsOf(reference.log, "inquiry.resolved").map(({ resolution }) => resolution.type)).toEqual([
    "answered",
    "answered",
    "answered-in-chat",
    "withdrawn",
  ]);
  expect(reference.prompts).toEqual([]);
  expectSameFlow(reference, reference);
});

/** A PostgreSQL transaction runs in another process, so there is no moment inside it. */
const isWithin = storeUnderTest === "sqlite";

for (const commit of commits) {
  const at = aroundCommit(commit).filter((point) => isWithin || !point.startsWith("inside"));
  const options = commit === "main inquiry.asked 2" ? { tags: "smoke" } : {};
  test.concurrent(
    `[EXTERNAL-46] killed around the commit "${commit}", the asks end as without a crash`,
    options,
    async () => {
      const outcome = await runExternalFlow({ at });
      expect(outcome.crashes).toBe(at.length);
      expectSameFlow(outcome, reference);
    },
  );
}

test.concurrent("[EXTERNAL-46] killed between an acknowledged held answer and its delivery, it is delivered", async () => {
  const at = ["hold commit main inquiry.resolved 2"] as const;
  const outcome = await runExternalFlow({ at, killWhen: "hold acknowledged" });
  expect(outcome.crashes).toBe(1);
  expectSameFlow(outcome, reference);
});
