import { expect, test } from "vitest";
import { contractByName } from "../contracts/contract-by-name.ts";
import { conversationIdOf, derivedId } from "../model/id.ts";
import type { Message } from "../model/message.ts";
import type { History } from "../testing/given.ts";
import { atTheEnd } from "../testing/properties.ts";
import {
  answer,
  asks,
  calls,
  finishTool,
  noon,
  parked,
  reply,
  replyAt,
  send,
  sqlite,
  text,
  thinking,
} from "../testing/samples.ts";
import { type Block, type ScreenMessage, transcriptForModel, transcriptForScreen } from "./transcript.ts";

const whenAsk = { questions: [{ question: "When?", options: [{ label: "Now" }, { label: "Later" }] }] };

/** The messages of a history with their current places. */
function messagesOf({ projection }: History): readonly Message[] {
  const places = new Map(projection.placements.map(({ messageId, place }) => [messageId, place]));
  return projection.messages.map((message) => {
    const place = message.place ?? places.get(message.id);
    return place === undefined ? message : { ...message, place };
  });
}

function screenOf(history: History): readonly ScreenMessage[] {
  return transcriptForScreen(messagesOf(history), history.projection.inquiries);
}

/** A short text for a block: its type, and the call, inquiry or text that it shows. */
function inShort(block: Block): string {
  switch (block.type) {
    case "text":
    case "reasoning":
      return `${block.type} ${block.text}`;
    case "file":
      return `file ${block.file.name}`;
    case "tool":
      return `tool ${block.call.id} ${block.result?.text.slice(0, 14) ?? "running"}`;
    case "error":
      return `error ${block.call.id}`;
    case "action":
      return `inquiry ${block.inquiry.id} ${block.inquiry.status}`;
  }
}

function shown(history: History): readonly string[] {
  return screenOf(history).flatMap((message) => message.blocks.map((block) => `${message.role}: ${inShort(block)}`));
}

test("[CONV-14] calls are shown with their results, and inquiries where they were asked", () => {
  const asked = thinking()
    .when(reply(text("Let me see"), calls("c1"), asks("c2"), calls("c3")))
    .when(finishTool);
  expect(shown(asked)).toEqual([
    "person: text Plan it",
    "agent: text Let me see",
    "agent: tool c1 done",
    "agent: inquiry inq_t_1 open",
    "agent: tool c3 running",
  ]);
});

test("[CONV-14] a resolved inquiry shows what the model received", () => {
  const [, replied] = screenOf(parked().when(answer(sqlite)));
  expect(replied?.blocks).toMatchObject([
    {
      type: "action",
      inquiry: { status: "answered", resolution: { by: "ana", answers: sqlite } },
      received: '{"answers":{"Which database?":"SQLite"}}',
    },
  ]);
});

test("[CONV-14] an ask that was refused is shown as an error", () => {
  expect(shown(thinking().when(reply(asks("c1", {}))))).toEqual(["person: text Plan it", "agent: error c1"]);
});

test("[CONV-14] messages appear in the order people saw them, and those the model has not seen are marked", () => {
  const history = thinking()
    .when(reply(calls("c1")))
    .when(send("Hurry"));
  expect(screenOf(history).map(({ role, delivered }) => [role, delivered])).toEqual([
    ["person", true],
    ["agent", undefined],
    ["person", false],
  ]);
  const read = history.when(finishTool).when(reply(text("Done")));
  expect(shown(read)).toEqual([
    "person: text Plan it",
    "agent: tool c1 done",
    "person: text Hurry",
    "agent: text Done",
  ]);
  expect(screenOf(read)[2]).toMatchObject({ delivered: true, by: "ana" });
});

test("[CONV-14] the order does not depend on the order of the input", () => {
  const history = parked(calls("c2")).when(send("Neither"));
  const messages = messagesOf(history);
  const { inquiries } = history.projection;
  expect(transcriptForScreen([...messages].reverse(), inquiries)).toEqual(transcriptForScreen(messages, inquiries));
});

test("[CONV-14] a message that answered in chat names its inquiry", () => {
  const history = parked(calls("c2")).when(send("Neither"));
  expect(shown(history)).toEqual([
    "person: text Plan it",
    "agent: inquiry inq_t_1 answered-in-chat",
    "agent: tool c2 Not run: the u",
    "person: text Neither",
  ]);
  expect(screenOf(history)[2]).toMatchObject({ answers: "inq_t_1", delivered: true });
});

test("[CONV-14] a reply that was cut short by a stop is marked as interrupted", () => {
  const history = thinking().when({ type: "stop", partial: "I wou", by: "ana", at: noon });
  expect(screenOf(history)[1]).toMatchObject({ interrupted: true, blocks: [{ type: "text", text: "I wou" }] });
});

test("[CONV-14] reasoning is shown, provider data and empty reasoning are not", () => {
  const provider = { acme: { signature: "secret" } };
  const history = thinking().when(
    reply(
      { type: "reasoning", text: "Hm", provider },
      { type: "reasoning", text: "", provider },
      { type: "text", text: "Right", provider },
      { type: "call", call: { id: "c1", name: "read_file", input: {}, provider } },
    ),
  );
  expect(shown(history).slice(1)).toEqual(["agent: reasoning Hm", "agent: text Right", "agent: tool c1 running"]);
  expect(JSON.stringify(screenOf(history))).not.toContain("secret");
});

test("[CONV-14] if a later step reuses a call id, each step shows its own result and inquiry", () => {
  const tool = thinking()
    .when(replyAt(noon, calls("c1")))
    .when(finishTool);
  const askedOnce = tool.when(replyAt(noon + 1, asks("c1"))).when(answer(sqlite, { at: noon + 2 }));
  const askedTwice = askedOnce.when(replyAt(noon + 3, asks("c1", whenAsk)));
  const stopped = askedTwice.when({ type: "stop", by: "ana", at: noon + 4 }).when(send("Again"));
  const last = stopped.when(replyAt(noon + 5, calls("c1"))).when({ type: "stop", by: "ana", at: noon + 6 });
  expect(shown(last).slice(1)).toEqual([
    "agent: tool c1 done",
    "agent: inquiry inq_t_1 answered",
    "agent: inquiry inq_t_2 withdrawn",
    "person: text Again",
    "agent: tool c1 Not run: the r",
  ]);
  expect(screenOf(last)[2]?.blocks).toMatchObject([{ received: '{"answers":{"Which database?":"SQLite"}}' }]);
});

test("[CONV-14] any transcript shows every call once, with its result if there is one", () => {
  atTheEnd(({ messages, inquiries }) => {
    const all = [...messages.values()];
    const screen = transcriptForScreen(all, [...inquiries.values()]);
    const own = new Map([...inquiries.values()].map((inquiry) => [inquiry.id, inquiry]));
    const blocks = screen.flatMap((message) => message.blocks);
    const inquiryBlocks = blocks.filter((block) => block.type === "action");
    const visible = [...own.values()].filter(({ status }) => status !== "superseded");
    expect(new Set(inquiryBlocks.map((block) => block.inquiry))).toEqual(new Set(visible));
    expect(inquiryBlocks).toHaveLength(visible.length);
    const asks = [...own.values()].filter(({ approval }) => !approval);
    const parts = all.flatMap((message) => message.parts);
    const plain = blocks.filter((block) => block.type === "tool" || block.type === "error");
    expect(plain.length + asks.length).toBe(parts.filter((part) => part.type === "call").length);
    const finished = plain.filter((block) => block.type === "error" || block.result);
    const settled = asks.filter(({ resolution, contract }) => resolution || contractByName(contract).delivery.asked);
    expect(finished.length + settled.length).toBe(parts.filter((part) => part.type === "result").length);
  });
});

test("[CONV-4] the model's transcript is ordered by place, without waiting messages and those a summary replaces", () => {
  const history = thinking()
    .when(reply(calls("c1")))
    .when(send("Hurry"));
  expect(transcriptForModel(messagesOf(history), 0).map((message) => message.id)).toEqual(["msg_t_1", "msg_t_2"]);
  const read = history.when(finishTool);
  expect(transcriptForModel(messagesOf(read).toReversed(), 0).map((message) => message.id)).toEqual([
    "msg_t_1",
    "msg_t_2",
    "msg_t_4",
    "msg_t_3",
  ]);
  expect(transcriptForModel(messagesOf(read), 3).map((message) => message.id)).toEqual(["msg_t_3"]);
});

test("[CONV-9] ids derive from the conversation, so a replay gives the same ids", () => {
  expect(derivedId("inq", "conv_t", 7)).toBe("inq_t_7");
  expect(conversationIdOf("inq_t_7")).toBe("conv_t");
  for (const some of ["inq_t_0", "inq_t", "conv_t", "inq_T_1", "inq_t_1 ", "xinq_t_1", ""])
    expect(conversationIdOf(some)).toBeUndefined();
});
