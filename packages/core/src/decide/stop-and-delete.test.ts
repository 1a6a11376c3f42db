import { expect, test } from "vitest";
import { eventsOf, given, resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  asks,
  calls,
  noon,
  parked,
  reply,
  send,
  sqlite,
  start,
  startTool,
  terms,
  text,
  thinking,
} from "../testing/samples.ts";

const stop = { type: "stop", by: "ana", at: noon } as const;
const resume = { type: "resume", terms, by: "ana", at: noon } as const;
const remove = { type: "delete", by: "ana", at: noon } as const;
const finished = thinking().when(reply(text("Done")));

test("[RESOLVE-10] stop while parked withdraws the inquiry and ends the run", () => {
  const { events, conversation } = parked(calls("c2")).when(stop);
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "withdrawn", by: "ana" } }]);
  expect(resultsOf(events).map((result) => result.status)).toEqual(["error", "not-run"]);
  expect(conversation).toMatchObject({ status: "idle", outcome: "stopped" });
});

test("[CONV-7] stop during a model call keeps the streamed text as an interrupted message", () => {
  const { conversation, projection } = thinking().when({ ...stop, partial: "I would" });
  expect(conversation).toMatchObject({ status: "idle", outcome: "stopped" });
  expect(projection.messages.at(-1)).toMatchObject({
    role: "agent",
    place: 2,
    interrupted: true,
    parts: [{ type: "text", text: "I would" }],
  });
  expect(projection.runs).toMatchObject([{ status: "stopped", endedAt: noon }]);
  expect(thinking().when({ ...stop, partial: " " }).projection.messages).toHaveLength(1);
});

test("[CONV-7] stop during a tool says that it may have happened, and that later calls were not run", () => {
  const acting = thinking().when(reply(calls("c1"), asks("c2")));
  const notStarted = acting.when(stop);
  expect(resultsOf(notStarted.events).map((result) => result.status)).toEqual(["not-run", "not-run"]);
  const { events, conversation } = acting.when(startTool).when(stop);
  expect(resultsOf(events)).toMatchObject([
    { callId: "c1", status: "error", text: expect.stringContaining("may or may not have happened") },
    { callId: "c2", status: "not-run", text: "Not run: the run was stopped." },
  ]);
  expect(conversation).toMatchObject({ status: "idle", outcome: "stopped" });
});

test("[CONV-7] stop, resume and retry are refused where there is nothing to stop, resume or retry", () => {
  expect(finished.when(stop).refusal).toEqual({ code: "nothing-to-stop" });
  expect(finished.when(resume).refusal).toEqual({ code: "nothing-to-resume" });
  expect(finished.when({ ...resume, type: "retry" }).refusal).toEqual({ code: "nothing-to-retry" });
});

test("[CONV-12] delete withdraws the open inquiry and erases title, summary and mailbox", () => {
  const { events, conversation } = given()
    .when(start({ title: "Secret" }))
    .when(reply(asks("c1")))
    .when(send("Psst", { separate: true }))
    .when(remove);
  expect(eventsOf(events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "withdrawn" } }]);
  expect(typesOf(events).at(-1)).toBe("conversation.deleted");
  expect(conversation).toMatchObject({ id: "conv_t", status: "deleted", mailbox: [] });
  expect(JSON.stringify(conversation)).not.toMatch(/Secret|Which database/);
});

test("[CONV-12] delete stops the active run, and its calls get their results", () => {
  const { events } = thinking()
    .when(reply(calls("c1"), calls("c2")))
    .when(startTool)
    .when(remove);
  expect(resultsOf(events).map((result) => result.status)).toEqual(["error", "not-run"]);
  expect(typesOf(events).slice(-2)).toEqual(["run.finished", "conversation.deleted"]);
});

test("[CONV-12] a deleted conversation is unknown to every command, and its id is not used again", () => {
  const deleted = thinking().when(remove);
  for (const command of [send("Hello"), stop, resume, { ...resume, type: "retry" } as const, remove])
    expect(deleted.when(command).refusal).toEqual({ code: "conversation-unknown" });
  expect(deleted.when(answer(sqlite)).refusal.code).toBe("inquiry-not-open");
  expect(deleted.when(start()).refusal).toEqual({ code: "conversation-exists" });
  expect(deleted.when({ type: "wake", at: noon }).events).toEqual([]);
});
