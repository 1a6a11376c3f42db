import { appendFileSync } from "node:fs";
import { defineTool } from "askback";
import * as z from "zod";

/** The tools of servers under test: one that leaves a trace, and one that does not end by itself. */
const note = defineTool({
  name: "note",
  description: "Writes a line to the test's file.",
  input: z.object({ line: z.string() }),
  run({ line }) {
    if (process.env.ASKBACK_TEST_NOTES) appendFileSync(process.env.ASKBACK_TEST_NOTES, `${line}\n`);
    return `noted ${line}`;
  },
});

const sleep = defineTool({
  name: "sleep",
  description: "Waits until it is aborted.",
  input: z.object({}),
  run: (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
});

export const serverTools = [note, sleep];
