import type { Conversation } from "@askback/core";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { newConversationId } from "../conversation-id.ts";
import { termsOf } from "../runtime/agent.ts";
import { createLiveTexts } from "../runtime/live-texts.ts";
import { createRuntime, type Runtime } from "../runtime/runtime.ts";
import { createToolbox } from "../runtime/tool/toolbox.ts";
import { createMemoryStore } from "../store/testing/memory-store.ts";
import { demo } from "./demo.ts";

/** Starts a conversation with a demo agent. */
async function startConversation(name: string, message: string) {
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
    onError: (_, error) => {
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

  /** Waits until the conversation has this status. */
  async function reached<Status extends Conversation["status"]>(status: Status) {
    const { promise, resolve } = Promise.withResolvers<Extract<Conversation, { status: Status }>>();
    const check = async () => {
      const conversation = (await store.load(id))?.conversation;
      if (conversation?.status === status) resolve(conversation as Extract<Conversation, { status: Status }>);
      if (conversation?.status === "failed") throw new Error(conversation.error.message);
    };
    const stop = store.onCommitted(() => void check());
    await check();
    return promise.finally(stop);
  }

  return {
    reached,
    async answer(...answers: { question: string; options?: string[]; text?: string }[]) {
      const { inquiry } = await reached("parked");
      const done = await runtime.perform(id, { type: "answer", inquiryId: inquiry.id, set: { answers }, ...person() });
      expect(done.ok).toBe(true);
    },
    async lastReply() {
      await reached("idle");
      const reply = (await store.messages(id)).findLast(({ role }) => role === "agent");
      return reply?.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    },
    stop: () => runtime.stop(1_000),
  };
}

test("[CLI-6] the release manager asks, and publishes only with approval", async () => {
  const conversation = await startConversation("release-manager", "Release it");
  expect((await conversation.reached("parked")).inquiry).toMatchObject({ contract: "question" });
  await conversation.answer({ question: "q1", options: ["o2"] });
  const { inquiry } = await conversation.reached("parked");
  expect(inquiry.approval).toEqual({
    tool: "publish_demo_release",
    input: expect.objectContaining({ kind: "Minor" }),
    presentation: { title: "Publish a minor release?", fields: [{ label: "Kind", value: "Minor" }, expect.anything()] },
    remember: ["kind"],
  });
  await conversation.answer({ question: "q1", options: ["o1"] });
  expect(await conversation.lastReply()).toContain("Published as a minor release");
  await conversation.stop();
});

test("[CLI-6] the release manager does not publish what was refused", async () => {
  const conversation = await startConversation("release-manager", "Release it");
  await conversation.answer({ question: "q1", text: "A quiet one" });
  expect((await conversation.reached("parked")).inquiry.approval).toBeDefined();
  await conversation.answer({ question: "q1", options: ["o2"] });
  expect(await conversation.lastReply()).toContain("Not run: the user refused this call.");
  await conversation.stop();
});

test("[CLI-6] the researcher asks, spawns a reader for each side, and updates its todos", async () => {
  const conversation = await startConversation("researcher", "Moving to the sea");
  expect((await conversation.reached("parked")).todos).toMatchObject([{ status: "in_progress" }, {}, {}]);
  await conversation.answer({ question: "q1", options: ["o1", "o3"] }, { question: "q2", options: ["o1"] });
  const { todos, counts } = await conversation.reached("idle");
  expect(todos?.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
  expect(counts).toMatchObject({ children: 2, inquiries: 1, runs: 2 });
  await conversation.stop();
});

test("[CLI-6] the assistant asks an open question and writes with the answer", async () => {
  const conversation = await startConversation("assistant", "My sister's birthday");
  expect((await conversation.reached("parked")).inquiry.questions).toMatchObject([{ options: [], ownWords: true }]);
  await conversation.answer({ question: "q1", text: "Ada, proud" });
  expect(await conversation.lastReply()).toContain("For: Ada, proud");
  await conversation.stop();
});

test("[CLI-9] every demo agent says that it is one and what it does, and those that people start have examples", () => {
  for (const { name, demo: isDemo, description = "", examples = [], avatar } of demo.agents) {
    expect({ name, isDemo }).toEqual({ name, isDemo: true });
    expect(description.length).toBeGreaterThan(20);
    if (name === "reader") continue;
    expect(examples.length).toBeGreaterThan(1);
    expect(avatar).toBeDefined();
  }
});
