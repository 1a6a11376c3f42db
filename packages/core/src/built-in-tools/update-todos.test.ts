import { expect, test } from "vitest";
import type { Json } from "../model/tool-call.ts";
import { resultsOf, typesOf } from "../testing/given.ts";
import { calls, databaseAsk, noon, reply, send, terms, text, thinking } from "../testing/samples.ts";
import { updateTodos } from "./update-todos.ts";

const started = thinking({ terms: { ...terms, todos: true } });
const plan = [
  { content: "Read", status: "completed" },
  { content: "Write", status: "in_progress" },
] as const;
const updates = (id: string, todos: Json = plan) => calls(id, "update_todos", { todos });

test("[TODOS-1] the whole list is replaced, and the call gets its result without an effect", () => {
  const { events, conversation } = started.when(reply(updates("c1")));
  expect(typesOf(events)).toEqual(["model.replied", "todos.updated", "tool.finished"]);
  expect(resultsOf(events)).toEqual([
    { callId: "c1", name: "update_todos", status: "ok", text: "The list is updated." },
  ]);
  expect(conversation).toMatchObject({ status: "thinking", todos: plan });
  expect(started.when(reply(updates("c1"), updates("c2", []))).conversation).toMatchObject({ todos: [] });
});

test("[TODOS-1] the list is kept after the run and removed by a deletion", () => {
  const done = started.when(reply(updates("c1"))).when(reply(text("Done")));
  expect(done.conversation).toMatchObject({ status: "idle", todos: plan });
  expect(done.when(send("Go on")).conversation).toMatchObject({ status: "thinking", todos: plan });
  expect(done.when({ type: "delete", by: "ana", at: noon }).conversation).not.toHaveProperty("todos");
});

test("[TODOS-1] an invalid list gets an error with the reason, and the old list is kept", () => {
  const kept = started.when(reply(updates("c1")));
  const bad: readonly Json[] = [
    [{ content: "\u200b", status: "pending" }],
    [{ content: "a", status: "done" }],
    [{ content: "a", status: "pending", owner: "me" }],
    Array.from({ length: 51 }, () => plan[0]),
    "[]",
    null,
  ];
  for (const todos of bad) {
    const { events, conversation } = kept.when(reply(updates("c2", todos)));
    expect(resultsOf(events)).toMatchObject([{ status: "error", text: expect.stringMatching(/^Invalid input/) }]);
    expect(conversation).toMatchObject({ todos: plan });
  }
  const unreadable = { type: "call", call: { id: "c3", name: "update_todos", input: {}, unreadable: "cut" } } as const;
  expect(resultsOf(kept.when(reply(unreadable)).events)).toMatchObject([
    { status: "error", text: "Invalid input: it is not valid JSON (cut). Call update_todos again." },
  ]);
});

test("[TODOS-1] hidden characters are removed from what people are shown", () => {
  expect(updateTodos.read({ todos: [{ content: " Re\u202ead\u200b ", status: "pending" }] })).toEqual({
    ok: true,
    value: [{ content: "Read", status: "pending" }],
  });
});

test("[TODOS-1] updating the list does not allow the same ask again, and without the option the tool is not built in", () => {
  const ask = calls("c1", "ask_user_question", databaseAsk);
  const asked = started.when(reply(ask)).when({ type: "decline", inquiryId: "inq_t_1", by: "ana", at: noon });
  const again = asked.when(reply(updates("c2"))).when(reply(ask));
  expect(resultsOf(again.events)).toMatchObject([
    { status: "error", text: expect.stringContaining("Not asked again") },
  ]);
  expect(thinking().when(reply(updates("c1"))).conversation).toMatchObject({ status: "acting" });
});
