import * as z from "zod";
import { defineTool } from "../../packages/server/src/runtime/tool/tool.ts";

/** Returns its input. */
export const note = defineTool({
  name: "note",
  description: "Notes a line.",
  input: z.object({ line: z.string() }),
  run: ({ line }) => `noted ${line}`,
});

/** Fails without a message. */
export const broken = defineTool({
  name: "broken",
  description: "Fails.",
  input: z.object({}),
  run() {
    throw new Error("");
  },
});

export const noteThis = (line: string) => ({ name: "note", input: { line } });

/** A tool that starts and does not end until it is aborted. */
export function createEndlessTool(definition: { readonly repeatable?: boolean; readonly timeoutMs?: number } = {}) {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<unknown>();
  const tool = defineTool({
    name: "dig",
    description: "Digs a long tunnel.",
    input: z.object({}),
    ...definition,
    run(_, { signal }) {
      started.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted.resolve(signal.reason);
          reject(signal.reason);
        });
      });
    },
  });
  return { tool, started: started.promise, aborted: aborted.promise };
}

export const dig = { name: "dig", input: {} };
