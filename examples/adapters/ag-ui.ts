import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createInterrupts } from "@askback/adapters/ag-ui";
import { createClient } from "@askback/client";

const { ASKBACK_URL: url = "http://127.0.0.1:4100", ASKBACK_ASK_KEY = "", ASKBACK_ANSWER_KEY = "" } = process.env;
const interrupts = createInterrupts({ client: createClient({ url, key: ASKBACK_ASK_KEY }), agent: "Shop" });
const threadId = randomUUID();

// The model has made two calls of the ask tool: the run ends with the outcome of this, as RUN_FINISHED.
const question = (text: string) => ({
  questions: [
    {
      question: text,
      header: "Order",
      options: [
        { label: "Yes", description: "Do it" },
        { label: "No", description: "Leave it" },
      ],
      multiSelect: false,
    },
  ],
});
const outcome = await interrupts.ask({ threadId, runId: "run_1" }, [
  { toolCallId: "call_1", input: question("Gift wrap?") },
  { toolCallId: "call_2", input: question("Express?") },
]);
const [first, second] = outcome.interrupts;
assert.ok(first && second);

const yes = { answers: [{ question: "q1", options: ["o1"] }] };
const entry = (interruptId: string) => ({ interruptId, status: "resolved" as const, payload: yes });
const both = [entry(first.id), entry(second.id)];

// All interrupts are resumed together, and what a front end says is no answer of a person.
const partial = await interrupts.resume({ threadId, runId: "run_2", resume: [entry(first.id)] });
assert.equal(partial.type === "refused" && partial.code, "interrupts-missing");
const unanswered = await interrupts.resume({ threadId, runId: "run_2", resume: both });
assert.equal(unanswered.type === "refused" && unanswered.code, "interrupt-unanswered");

// A person who is signed in at Askback answers through the front end: their client records the payload.
const person = createClient({ url, key: ASKBACK_ANSWER_KEY });
const resumed = await interrupts.resume({ threadId, runId: "run_2", resume: both }, person);
assert.deepEqual(resumed, {
  type: "results",
  results: [
    { toolCallId: "call_1", status: "ok", text: '{"answers":{"Gift wrap?":"Yes"}}' },
    { toolCallId: "call_2", status: "ok", text: '{"answers":{"Express?":"Yes"}}' },
  ],
});
// The same run may repeat its request; another one may not.
assert.deepEqual(await interrupts.resume({ threadId, runId: "run_2", resume: both }, person), resumed);
const again = await interrupts.resume({ threadId, runId: "run_3", resume: both }, person);
assert.equal(again.type === "refused" && again.code, "already-resumed");
console.log("Wrapped, express.");
