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
