import { type Client, createClient } from "@askback/client";
import type * as wire from "@askback/core/wire";
import { type ServerProcess, startServerProcess } from "../../test/harness/server/server-process.ts";

/** A server, a program that asks, and a person who answers. */
export interface Lab {
  /** The address of the server, and the key of a program that asks. */
  asker(): { readonly url: string; readonly key: string };
  /** The client of a program that has just started. */
  agent(): Client;
  readonly person: Client;
  /** The open inquiries of a thread, when there are so many. */
  asked(thread: string, count: number): Promise<readonly wire.Inquiry[]>;
  /** Picks an option by its label, or the second one of an approval. */
  pick(inquiry: wire.Inquiry, label: string): Promise<void>;
  /** Kills the server and starts it again over the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startLab(): Promise<Lab> {
  let server: ServerProcess = await startServerProcess({ config: "none" });
  const asker = () => ({ url: server.url, key: server.keys.ask });
  const agent = () => createClient(asker());
  const person = () => createClient({ url: server.url, key: server.keys.answer });

  return {
    asker,
    agent,
    get person() {
      return person();
    },
    async asked(thread, count) {
      for (;;) {
        const page = await agent().inquiries.list({ status: "open" });
        const found = page.ok ? page.value.items.filter(({ origin }) => origin?.thread === thread) : [];
        if (found.length >= count) return found.toSorted((a, b) => a.askedAt.localeCompare(b.askedAt));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async pick({ id, questions: [question] }, label) {
      const option = question?.options.find((candidate) => candidate.label === label)?.id ?? "";
      const reply = await person().inquiries.answer(id, { answers: [{ question: "q1", options: [option] }] });
      if (!reply.ok) throw new Error(reply.error.title);
    },
    async restart() {
      await server.kill();
      server = await startServerProcess({ config: "none", dataDir: server.dataDir });
    },
    async stop() {
      await server.stop();
    },
  };
}
