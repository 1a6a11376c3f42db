import { expect, test } from "vitest";
import { createLiveTexts, type LiveDelta } from "./live-text.ts";

const stream = { conversationId: "conv_a", project: "default", runId: "run_a_1", step: 1, attempt: 1 };

test("[RUN-4] text grows while it streams and is gone when it ends", () => {
  const texts = createLiveTexts();
  const live = texts.begin(stream);
  expect(texts.current("conv_a")).toEqual({ ...stream, text: "" });
  live.append("One");
  live.append(" two");
  expect(texts.current("conv_a")).toEqual({ ...stream, text: "One two" });
  expect(texts.current("conv_b")).toBeUndefined();
  live.end();
  expect(texts.current("conv_a")).toBeUndefined();
});

test("[RUN-4] listeners hear each piece with all so far, until they stop", () => {
  const texts = createLiveTexts();
  const heard: LiveDelta[] = [];
  const unsubscribe = texts.onDelta((delta) => heard.push(delta));
  const live = texts.begin(stream);
  live.append("One");
  live.append(" two");
  unsubscribe();
  live.append(" three");
  expect(heard.map(({ delta, text }) => [delta, text])).toEqual([
    ["One", "One"],
    [" two", "One two"],
  ]);
});

test("[RUN-4] a stream that was given up says nothing more, also when the next has begun", () => {
  const texts = createLiveTexts();
  const heard: string[] = [];
  texts.onDelta(({ delta }) => heard.push(delta));
  const first = texts.begin(stream);
  first.append("One");
  first.end();
  first.append("late");
  expect(texts.current("conv_a")).toBeUndefined();
  const second = texts.begin({ ...stream, attempt: 2 });
  first.append("later");
  first.end();
  second.append("Two");
  expect(texts.current("conv_a")).toEqual({ ...stream, attempt: 2, text: "Two" });
  expect(heard).toEqual(["One", "Two"]);
});

test("[SSE-6] text of other servers is told by what is new in it, and dropped when it is named no more", () => {
  const texts = createLiveTexts();
  const heard: string[] = [];
  const stop = texts.onDelta(({ delta }) => heard.push(delta));
  texts.show([{ ...stream, text: "One" }]);
  texts.show([{ ...stream, text: "One two" }]);
  texts.show([stream]);
  expect(texts.current("conv_a")).toEqual({ ...stream, text: "One two" });
  texts.show([{ ...stream, attempt: 2, text: "One again" }]);
  expect(heard).toEqual(["One", " two", "One again"]);
  texts.show([]);
  expect(texts.current("conv_a")).toBeUndefined();
  texts.show([{ ...stream, text: "Once more" }]);
  stop();
  expect(texts.current("conv_a")).toBeUndefined();
});

test("[SSE-6] what streams here is not taken from another server", () => {
  const texts = createLiveTexts();
  const heard: string[] = [];
  texts.onDelta(({ delta }) => heard.push(delta));
  texts.show([{ ...stream, text: "Old" }]);
  const live = texts.begin({ ...stream, attempt: 2 });
  live.append("New");
  texts.show([{ ...stream, text: "Old and late" }]);
  expect(texts.current("conv_a")?.text).toBe("New");
  expect(heard).toEqual(["Old", "New"]);
});
