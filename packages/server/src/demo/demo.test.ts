import type { Conversation } from "@askback/core";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { newConversationId } from "../conversation-id.ts";
import { termsOf } from "../runtime/agent.ts";
import { createLiveTexts } from "../runtime/live-text.ts";
import { createRuntime, type Runtime } from "../runtime/runtime.ts";
import { createToolbox } from "../runtime/tool/toolbox.ts";
import { createMemoryStore } from "../store/memory-store.ts";
import { demo } from "./demo.ts";

/** A conversation with a demo agent, as a person has it. */
async function talkTo(name: string, message: string) {
  const agents = new Map(demo.agents.map((agent) => [agent.name, agent]));
  const agent = agents.get(name);
  if (!agent) throw new Error(`no demo agent is named ${name}`);
  const store = createMemoryStore();
  const runtime: Runtime = createRuntime({
    store,
    clock: systemClock,
    agents,
    toolbox: createToolbox(demo.tools, []),
    modelByName: () => Promise.reject(new Error("a demo needs no model by name")),
    liveTexts: createLiveTexts(),
    failed: (_, error) => {
      throw error;
    },
  });
  runtime.start();
  const id = newConversationId(systemClock.now());
  const person = () => ({ by: "ana", at: systemClock.now() });
  const terms = termsOf(agent);
  await runtime.perform(id, {
    type: "start",
    conversationId: id,
    agent: name,
    project: "default",
    message,
    terms,
    ...person(),
  });

  /** Waits until the conversation rests in this status. */
  async function reached<Status extends Conversation["status"]>(status: Status) {
    const { promise, resolve } = Promise.withResolvers<Extract<Conversation, { status: Status }>>();
    const look = async () => {
      const conversation = (await store.load(id))?.conversation;
      if (conversation?.status === status) resolve(conversation as Extract<Conversation, { status: Status }>);
      if (conversation?.status === "failed") throw new Error(conversation.error.message);
    };
    const stop = store.onCommitted(() => void look());
    await look();
    return promise.finally(stop);
  }

  return {
    reached,
    async answer(...answers: { question: string; options?: string[]; text?: string }[]) {
      const { inquiry } = await reached("parked");
      const done = await runtime.perform(id, { type: "answer", inquiryId: inquiry.id, set: { answers }, ...person() });
      expect(done.ok).toBe(true);
    },
    async lastWords() {
      await reached("idle");
      const words = (await store.messages(id)).findLast(({ role }) => role === "agent");
      return words?.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    },
    end: () => runtime.stop(1_000),
  };
}

test("[CLI-6] the release manager asks alone, and publishes only when it is allowed to", async () => {
  const talk = await talkTo("release-manager", "Release it");
  expect((await talk.reached("parked")).inquiry).toMatchObject({ contract: "question" });
  await talk.answer({ question: "q1", options: ["o2"] });
  const { inquiry } = await talk.reached("parked");
  expect(inquiry.approval).toEqual({ tool: "publish_demo_release", input: expect.objectContaining({ kind: "Minor" }) });
  await talk.answer({ question: "q1", options: ["o1"] });
  expect(await talk.lastWords()).toContain("Published as a minor release");
  await talk.end();
});

test("[CLI-6] the release manager does not publish what was refused", async () => {
  const talk = await talkTo("release-manager", "Release it");
  await talk.answer({ question: "q1", text: "A quiet one" });
  expect((await talk.reached("parked")).inquiry.approval).toBeDefined();
  await talk.answer({ question: "q1", options: ["o2"] });
  expect(await talk.lastWords()).toContain("Not run: the user refused this call.");
  await talk.end();
});

test("[CLI-6] the researcher asks, lets a reader work on each side, and keeps its list", async () => {
  const talk = await talkTo("researcher", "Moving to the sea");
  expect((await talk.reached("parked")).todos).toMatchObject([{ status: "in_progress" }, {}, {}]);
  await talk.answer({ question: "q1", options: ["o1", "o3"] }, { question: "q2", options: ["o1"] });
  const { todos, counts } = await talk.reached("idle");
  expect(todos?.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
  expect(counts).toMatchObject({ children: 2, inquiries: 1, runs: 2 });
  await talk.end();
});

test("[CLI-6] the assistant asks an open question and writes with the answer", async () => {
  const talk = await talkTo("assistant", "My sister's birthday");
  expect((await talk.reached("parked")).inquiry.questions).toMatchObject([{ options: [], ownWords: true }]);
  await talk.answer({ question: "q1", text: "Ada, proud" });
  expect(await talk.lastWords()).toContain("For: Ada, proud");
  await talk.end();
});
