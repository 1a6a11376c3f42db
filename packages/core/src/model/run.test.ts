import { expect, test } from "vitest";
import { eventsOf } from "../testing/given.ts";
import { keyOf, noon, send, text, thinking } from "../testing/samples.ts";
import { noUsage } from "./run.ts";

test("[CONV-11] usage is recorded per step and summed per run and conversation, summaries included", () => {
  const usage = { inputTokens: 10, outputTokens: 4, reasoningTokens: 2, cachedTokens: 1 };
  const twice = { inputTokens: 20, outputTokens: 8, reasoningTokens: 4, cachedTokens: 2 };
  const summarised = thinking().when((conversation) => ({
    type: "record-summary",
    effect: keyOf(conversation),
    at: noon,
    through: 1,
    from: 2,
    summary: "So far",
    usage,
  }));
  expect(summarised.conversation).toMatchObject({
    status: "thinking",
    summary: { through: 1, from: 2, text: "So far" },
  });
  const replied = summarised.when((conversation) => ({
    type: "record-reply",
    effect: keyOf(conversation),
    at: noon,
    parts: [text("Done")],
    usage,
  }));
  expect(eventsOf(replied.events, "model.replied")).toMatchObject([{ usage, step: 1 }]);
  expect(replied.projection.runs).toMatchObject([{ usage: twice }]);
  const nextRun = replied.when(send("Again"));
  expect(nextRun.conversation).toMatchObject({ usage: twice, run: { usage: noUsage } });
});
