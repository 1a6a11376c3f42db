import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { defineTool } from "askback";
import * as z from "zod";

/** A tool of servers under test that writes to a file, so that a test sees when it ran. */
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

/** A gated tool that says how people are shown its input. */
const publish = defineTool({
  name: "publish",
  description: "Publishes a page, in a test.",
  input: z.object({
    page: z.string(),
    before: z.string().default(""),
    after: z.string(),
    audience: z.string().optional(),
  }),
  present: {
    title: "Publish {page}?",
    fields: [{ label: "Audience", value: "{audience}" }],
    diff: { before: "{before}", after: "{after}" },
    command: "publish {page}",
  },
  run: ({ page }) => `published ${page}`,
});

/** Uses a secret, and says it in its result, as no tool should. The file of the test gets its hash. */
const unlock = defineTool({
  name: "unlock",
  description: "Opens the door of the test.",
  input: z.object({ key: z.string() }),
  async run({ key }, { secret }) {
    const text = await secret(key);
    const hash = createHash("sha256").update(text).digest("hex");
    if (process.env.ASKBACK_TEST_NOTES) appendFileSync(process.env.ASKBACK_TEST_NOTES, `${hash}\n`);
    return { opened: true, with: text };
  },
});

export const serverTools = [note, sleep, publish, unlock];
