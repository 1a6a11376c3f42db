import { createCanUseTool } from "@askback/adapters/claude-agent-sdk";
import type * as wire from "@askback/core/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, startLab } from "../../scripts/adapters/lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

const run = { command: "rm -rf build", description: "Cleans" };
const questions = [
  { question: "Which?", header: "Pick", options: [{ label: "A" }, { label: "B" }], multiSelect: false },
];

/** The adapter in a process that has just started, and what ends it. */
function start(thread: string) {
  const ended = new AbortController();
  const { promise: waitsFor, resolve } = Promise.withResolvers<string>();
  const client = lab.agent();
  const untilResolved: typeof client.untilResolved = (id, options) => {
    resolve(id);
    return client.untilResolved(id, options);
  };
  const canUseTool = createCanUseTool({ client: { ...client, untilResolved }, thread });
  return {
    /** The first question of an earlier process for which it waits. */
    waitsFor,
    call: (tool: string, input: Record<string, unknown>, toolUseID: string) =>
      canUseTool(tool, input, { signal: ended.signal, toolUseID }),
    kill: () => ended.abort(),
  };
}

async function openIn(thread: string): Promise<readonly wire.Inquiry[]> {
  return lab.asked(thread, 1);
}

/** Makes a call, and ends its process while it waits for people. */
async function interrupted(thread: string, tool: string, input: Record<string, unknown>): Promise<wire.Inquiry> {
  const program = start(thread);
  const waiting = program.call(tool, input, "toolu_1").catch(() => {});
  const [inquiry] = await openIn(thread);
  program.kill();
  await waiting;
  if (!inquiry) throw new Error("asked");
  return inquiry;
}

test("[ADAPT-13] the same call after a restart waits for the question that is open", async () => {
  const thread = "session-call";
  const before = await interrupted(thread, "Bash", run);
  // The model writes the call anew.
  const [again, twin] = [start(thread), { ...run }];
  const allowed = again.call("Bash", { description: run.description, command: run.command }, "toolu_2");
  expect(await again.waitsFor).toBe(before.id);
  await lab.pick(before, "Allow once");
  expect(await allowed).toMatchObject({ behavior: "allow" });
  // Once more it is another question, and so is another call.
  const other = again.call("Bash", twin, "toolu_3");
  const [asked] = await openIn(thread);
  expect(asked?.id).not.toBe(before.id);
  if (asked) await lab.pick(asked, "Refuse");
  expect(await other).toMatchObject({ behavior: "deny" });
});

test("[ADAPT-13] two such calls are two questions, and a call with another input asks for itself", async () => {
  const thread = "session-two";
  const before = await interrupted(thread, "Bash", run);
  const again = start(thread);
  const calls = [
    again.call("Bash", run, "toolu_2"),
    again.call("Bash", run, "toolu_3"),
    again.call("Bash", { command: "ls" }, "toolu_4"),
  ];
  expect(await again.waitsFor).toBe(before.id);
  const open = await lab.asked(thread, 3);
  expect(open.map(({ id }) => id)).toContain(before.id);
  expect(open).toHaveLength(3);
  for (const inquiry of open) await lab.pick(inquiry, inquiry.id === before.id ? "Allow once" : "Refuse");
  expect((await Promise.all(calls)).map(({ behavior }) => behavior).toSorted()).toEqual(["allow", "deny", "deny"]);
});

test("[ADAPT-13] questions of the model are found as well, and those of another session or that are settled are not", async () => {
  const before = await interrupted("session-ask", "AskUserQuestion", { questions });
  const again = start("session-ask");
  const answered = again.call("AskUserQuestion", { questions }, "toolu_2");
  expect(await again.waitsFor).toBe(before.id);
  await lab.pick(before, "B");
  expect(await answered).toMatchObject({ updatedInput: { answers: { "Which?": "B" } } });

  const elsewhere = await interrupted("session-one", "Bash", run);
  const foreign = start("session-other");
  const denied = foreign.call("Bash", run, "toolu_1");
  const [own] = await openIn("session-other");
  expect(own?.id).not.toBe(elsewhere.id);
  if (own) await lab.pick(own, "Refuse");
  expect(await denied).toMatchObject({ behavior: "deny" });
});
