import { conversationIdOf, type Event } from "@askback/core";
import { createScriptedModel, type Script } from "@askback/server";
import { systemClock } from "../packages/server/src/clock.ts";
import { newConversationId } from "../packages/server/src/conversation-id.ts";
import { type AgentDefinition, termsOf } from "../packages/server/src/runtime/agent.ts";
import { createLiveTexts } from "../packages/server/src/runtime/live-texts.ts";
import { createRuntime } from "../packages/server/src/runtime/runtime.ts";
import { createToolbox } from "../packages/server/src/runtime/tool/toolbox.ts";
import type { Store } from "../packages/server/src/store/store.ts";

/** A cycle is a message, an ask, an answer and the end; each is one commit. */
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

export interface BenchRuntime {
  /** Runs a full cycle in a new conversation, or another one in an existing one; returns its id. */
  cycle(conversationId?: string): Promise<string>;
  /** The first half of a cycle: leaves the conversation parked. Only one without a message of its own can be answered here. */
  park(text?: string): Promise<string>;
  /** The second half of a cycle. */
  answer(conversationId: string, inquiryId?: string): Promise<AnswerLatency>;
  stop(): Promise<void>;
}

/** Milliseconds until the model is called: since the answer was sent, and since it was committed. */
export interface AnswerLatency {
  readonly sinceSent: number;
  readonly sinceCommitted: number;
}

/** The runtime on a store, with a scripted model that asks two questions and then ends. */
export function createBenchRuntime(measured: Store, ask: NonNullable<AgentDefinition["ask"]> = {}): BenchRuntime {
  /** Callbacks for the end of a step, by run id. */
  const waiting = new Map<string, () => void>();
  /** Open inquiries, by conversation id. */
  const open = new Map<string, string>();
  /** Callbacks for the second model call, by the first message of the conversation. */
  const called = new Map<string, () => void>();
  const committedAt = new Map<string, number>();
  const store: Store = {
    ...measured,
    async commit(commit) {
      const result = await measured.commit(commit);
      const { id } = commit.projection.conversation;
      if (committedAt.get(id) === 0) committedAt.set(id, performance.now());
      return result;
    },
  };
  const agent: AgentDefinition = {
    name: "bench",
    instructions: "You ask before you act.",
    contextWindow: 10_000_000,
    ask,
    model: createScriptedModel("bench", (prompt) => {
      if (prompt.at(-1)?.role === "tool") {
        if (called.size > 0) called.get(firstText(prompt))?.();
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
    onError: (_, error) => {
      throw error;
    },
    onRecorded: handleEvents,
  });
  runtime.start();

  function handleEvents(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type !== "inquiry.asked" && event.type !== "run.finished") continue;
      if (event.type === "inquiry.asked") open.set(conversationIdOf(event.inquiry.id) ?? "", event.inquiry.id);
      const { runId = "" } = event;
      const resolve = waiting.get(runId);
      waiting.delete(runId);
      resolve?.();
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

  async function start(text: (id: string) => string): Promise<string> {
    const id = newConversationId(systemClock.now());
    const names = { conversationId: id, agent: agent.name, project: "default" };
    await perform(id, { type: "start", ...names, message: text(id), terms: termsOf(agent), ...actor() });
    return id;
  }

  async function send(id: string): Promise<string> {
    await perform(id, { type: "send-message", text: message, separate: false, terms: termsOf(agent), ...actor() });
    return id;
  }

  /** Answers as a client does, which knows the inquiry from its event. */
  function answerOpen(conversationId: string): Promise<void> {
    const inquiryId = open.get(conversationId);
    if (inquiryId === undefined) throw new Error(`${conversationId} is not parked`);
    open.delete(conversationId);
    return perform(conversationId, { type: "answer", inquiryId, set: { answers }, ...actor() });
  }

  return {
    async cycle(conversationId) {
      const id = conversationId === undefined ? await start(() => message) : await send(conversationId);
      await answerOpen(id);
      return id;
    },
    park: (text) => start(text === undefined ? messageWithId : () => text),
    async answer(id, inquiryId) {
      if (inquiryId !== undefined) open.set(id, inquiryId);
      const text = messageWithId(id);
      const reached = new Promise<void>((resolve) => called.set(text, resolve));
      committedAt.set(id, 0);
      const sent = performance.now();
      const done = answerOpen(id);
      await reached;
      const at = performance.now();
      const sinceCommitted = at - (committedAt.get(id) ?? at);
      called.delete(text);
      committedAt.delete(id);
      await done;
      return { sinceSent: at - sent, sinceCommitted };
    },
    stop: () => runtime.stop(5_000),
  };
}

/** A message that identifies the model call of a conversation. */
function messageWithId(id: string): string {
  return `${message} This is ${id}.`;
}

function firstText(prompt: Parameters<Script>[0]): string {
  for (const { role, content } of prompt)
    if (role === "user") for (const part of content) if (part.type === "text") return part.text;
  return "";
}
