import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createCanUseTool } from "@askback/adapters/claude-agent-sdk";
import { createClient } from "@askback/client";
import { createPerson } from "@askback/testing";

const { ASKBACK_URL: url = "http://127.0.0.1:4100", ASKBACK_ASK_KEY = "", ASKBACK_ANSWER_KEY = "" } = process.env;
const person = createPerson(createClient({ url, key: ASKBACK_ANSWER_KEY }), [
  { on: "Which database?", does: { pick: "SQLite", note: "For now" } },
  { on: "Bash", does: "refuse" },
]);

// `query({ prompt, options: { canUseTool } })` of the Claude Agent SDK calls it; here this program does.
const canUseTool = createCanUseTool({
  client: createClient({ url, key: ASKBACK_ASK_KEY }),
  thread: randomUUID(),
  agent: "Claude Code",
  asks: (tool) => tool === "Bash",
});
const signal = new AbortController().signal;

const questions = [
  {
    question: "Which database?",
    header: "Database",
    options: [
      { label: "SQLite", description: "One file" },
      { label: "PostgreSQL", description: "A server" },
    ],
    multiSelect: false,
  },
];
// The model has filled in an answer of its own, which nobody reads.
const forged = { questions, answers: { "Which database?": "PostgreSQL" } };
assert.deepEqual(await canUseTool("AskUserQuestion", forged, { signal, toolUseID: "toolu_1" }), {
  behavior: "allow",
  updatedInput: {
    questions,
    answers: { "Which database?": "SQLite" },
    annotations: { "Which database?": { notes: "For now" } },
  },
});

const refused = await canUseTool("Bash", { command: "rm -rf build" }, { signal, toolUseID: "toolu_2" });
assert.deepEqual(refused, { behavior: "deny", message: "Not run: the user refused this call." });
const read = await canUseTool("Read", { file_path: "a.ts" }, { signal, toolUseID: "toolu_3" });
assert.equal(read.behavior, "allow");
person.stop();
console.log("SQLite, for now.");
