import { conversationIdOf, type Event } from "@askback/core";
import { createScriptedModel } from "@askback/server";
import { systemClock } from "../packages/server/src/clock.ts";
import { newConversationId } from "../packages/server/src/conversation-id.ts";
import { type AgentDefinition, termsOf } from "../packages/server/src/runtime/agent.ts";
import { createLiveTexts } from "../packages/server/src/runtime/live-text.ts";
import { createRuntime } from "../packages/server/src/runtime/runtime.ts";
import { createToolbox } from "../packages/server/src/runtime/tool/toolbox.ts";
import type { Store } from "../packages/server/src/store/store.ts";

/** Message, ask, answer, end: each is one commit. */
export const commitsPerCycle = 4;

export const message = "Plan the storage of a small service that a few people use every day.";

export const questions = [
  {
    question: "Which database should the service use?",
    header: "Storage",
    options: [
      { label: "SQLite", description: "One file" },
      { label: "Postgres", description: "Many writers" },
      { label: "Memory" },
    ],
    multiSelect: false,
  },
  {
    question: "Which of these matter?",
    options: [{ label: "Backups" }, { label: "Metrics" }, { label: "Traces" }],
    multiSelect: true,
  },
];
export const answers = [
  { question: "q1", options: ["o1"] },
  { question: "q2", options: ["o1", "o3"] },
];

export interface Bench {
  /** A whole cycle on a new conversation, or one more on an old one; gives its id. */
  cycle(conversationId?: string): Promise<string>;
  /** The first half: a conversation that is parked. */
  park(): Promise<string>;
  /** The second half; gives the milliseconds from the commit of the answer until the model is called. */
  answer(conversationId: string, inquiryId?: string): Promise<number>;
  stop(): Promise<void>;
}

/** The real runtime on a store, with a scripted model that asks two questions and then ends. */
export function createBench(store: Store, modelCalled = () => {}): Bench {
  const waiting = new Map<string, () => void>();
  const open = new Map<string, string>();
  const called = new Map<string, (at: number) => void>();
  const agent: AgentDefinition = {
    name: "bench",
    instructions: "You ask before you act.",
    contextWindow: 10_000_000,
    model: createScriptedModel("bench", (prompt) => {
      modelCalled();
      if (prompt.at(-1)?.role === "tool") {
        // Only `answer` waits for a call of its conversation, one at a time.
        for (const [id, tell] of called) {
          called.delete(id);
          tell(performance.now());
        }
        return { text: "Done." };
      }
      return { text: "Two questions.", calls: [{ name: "ask_user_question", input: { questions } }] };
    }),
  };
  const runtime = createRuntime({
    store,
    clock: systemClock,
    agents: new Map([[agent.name, agent]]),
    toolbox: createToolbox([], []),
    modelByName: () => Promise.reject(new Error("the bench has its own model")),
    liveTexts: createLiveTexts(),
    failed: (_, error) => {
      throw error;
    },
    recorded: (events) => tell(events),
  });
  runtime.start();

  function tell(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type !== "inquiry.asked" && event.type !== "run.finished") continue;
      if (event.type === "inquiry.asked") open.set(conversationIdOf(event.inquiry.id) ?? "", event.inquiry.id);
      const wake = waiting.get(event.runId);
      waiting.delete(event.runId);
      wake?.();
    }
  }

  async function perform(conversationId: string, command: Parameters<typeof runtime.perform>[1]) {
    const done = await runtime.perform(conversationId, command);
    if (!done.ok) throw new Error(`refused: ${done.error.code}`);
    const { conversation } = done.value;
    if (!("run" in conversation) || !conversation.run) throw new Error("no run was started");
    const { id } = conversation.run;
    return new Promise<void>((resolve) => waiting.set(id, resolve));
  }

  const actor = () => ({ by: "bench", at: systemClock.now() });

  async function ask(conversationId: string | undefined): Promise<string> {
    const id = conversationId ?? newConversationId(systemClock.now());
    const terms = termsOf(agent);
    await perform(
      id,
      conversationId
        ? { type: "send-message", text: message, separate: false, terms, ...actor() }
        : { type: "start", conversationId: id, agent: agent.name, project: "default", message, terms, ...actor() },
    );
    return id;
  }

  /** As a client does: it knows the inquiry from the event that asked. */
  function reply(conversationId: string): Promise<void> {
    const inquiryId = open.get(conversationId);
    if (inquiryId === undefined) throw new Error(`${conversationId} is not parked`);
    open.delete(conversationId);
    return perform(conversationId, { type: "answer", inquiryId, set: { answers }, ...actor() });
  }

  return {
    async cycle(conversationId) {
      const id = await ask(conversationId);
      await reply(id);
      return id;
    },
    park: () => ask(undefined),
    async answer(id, inquiryId) {
      if (inquiryId !== undefined) open.set(id, inquiryId);
      const stopListening = store.onCommitted(() => {
        committed ||= performance.now();
      });
      let committed = 0;
      const reached = new Promise<number>((resolve) => called.set(id, resolve));
      const done = reply(id);
      const ms = (await reached) - committed;
      stopListening();
      await done;
      return ms;
    },
    stop: () => runtime.stop(5_000),
  };
}
