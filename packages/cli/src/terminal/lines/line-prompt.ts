import type * as wire from "@askback/core/wire";
import type { Prompt, PromptOptions } from "../prompt.ts";
import { askByLines } from "./ask-by-lines.ts";
import { createLineReader } from "./line-reader.ts";

/** Asks by lines that are only ever added, for screen readers, plain terminals and input that is piped. */
export async function openLinePrompt({ inquiry, terminal, send, reader: shared }: PromptOptions): Promise<Prompt> {
  let current: wire.Inquiry = inquiry;
  let changed = false;
  const reader = shared ?? createLineReader(terminal.isInteractive);
  const write = (line: string) => void process.stderr.write(`${line}\n`);

  async function run(): Promise<"sent" | "left"> {
    for (;;) {
      changed = false;
      const asked = current;
      const resolving = await askByLines(asked, {
        read: reader.read,
        write,
        language: terminal.language,
        appUrl: terminal.appUrl,
        isInteractive: terminal.isInteractive,
      });
      if (!resolving) return "left";
      if (changed) continue;
      const refusal = await send(resolving);
      if (refusal === undefined) return "sent";
      write(refusal);
    }
  }

  return {
    ended: run(),
    update(next) {
      if (next.revision === current.revision) return;
      current = next;
      changed = true;
      write("The question was changed. It is asked again after your next line.");
    },
    async close() {
      if (!shared) reader.close();
    },
  };
}
