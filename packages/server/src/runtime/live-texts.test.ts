import { expect, test } from "vitest";
import { createLiveTexts, type LiveDelta } from "./live-texts.ts";

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

test("[RUN-4] listeners get each delta with the text so far, until they unsubscribe", () => {
  const texts = createLiveTexts();
  const deltas: LiveDelta[] = [];
  const unsubscribe = texts.onDelta((delta) => deltas.push(delta));
  const live = texts.begin(stream);
  live.append("One");
  live.append(" two");
  unsubscribe();
  live.append(" three");
  expect(deltas.map(({ delta, text }) => [delta, text])).toEqual([
    ["One", "One"],
    [" two", "One two"],
  ]);
});

test("[RUN-4] an ended stream adds no text, also when the next one has begun", () => {
  const texts = createLiveTexts();
  const deltas: string[] = [];
  texts.onDelta(({ delta }) => deltas.push(delta));
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
  expect(deltas).toEqual(["One", "Two"]);
});

test("[SSE-6] text of other servers arrives in deltas, and is dropped when its stream is gone", () => {
  const texts = createLiveTexts();
  const deltas: string[] = [];
  const stop = texts.onDelta(({ delta }) => deltas.push(delta));
  texts.setRemote([{ ...stream, text: "One" }]);
  texts.setRemote([{ ...stream, text: "One two" }]);
  texts.setRemote([stream]);
  expect(texts.current("conv_a")).toEqual({ ...stream, text: "One two" });
  texts.setRemote([{ ...stream, attempt: 2, text: "One again" }]);
  expect(deltas).toEqual(["One", " two", "One again"]);
  texts.setRemote([]);
  expect(texts.current("conv_a")).toBeUndefined();
  texts.setRemote([{ ...stream, text: "Once more" }]);
  stop();
  expect(texts.current("conv_a")).toBeUndefined();
});

test("[SSE-6] a local stream is preferred to that of another server", () => {
  const texts = createLiveTexts();
  const deltas: string[] = [];
  texts.onDelta(({ delta }) => deltas.push(delta));
  texts.setRemote([{ ...stream, text: "Old" }]);
  const live = texts.begin({ ...stream, attempt: 2 });
  live.append("New");
  texts.setRemote([{ ...stream, text: "Old and late" }]);
  expect(texts.current("conv_a")?.text).toBe("New");
  expect(deltas).toEqual(["Old", "New"]);
});
