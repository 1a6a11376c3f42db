import type { Block, Message } from "@askback/core/wire";
import { expect, test } from "vitest";
import { inquiryOf, questionIn } from "../../testing/samples.ts";
import { excerptOf } from "./inbox-thread.tsx";

const at = "2026-11-15T09:00:00.000Z";
const text = (words: string): Block => ({ type: "text", text: words });
const message = (id: string, ...blocks: Block[]): Message => ({ id, role: "agent", at, blocks });
const ask = (id: string): readonly Block[] => questionIn(inquiryOf({ id })).blocks;

test("[INBOX-3] the last six messages up to the inquiry are shown, without the inquiry itself", () => {
  const many = Array.from({ length: 8 }, (_, index) => message(`m${index}`, text(`**${index}**`)));
  const messages = [...many, message("asks", text("So:"), ...ask("inq_1")), message("after", text("later"))];
  const excerpt = excerptOf(messages, "inq_1");
  expect(excerpt.map(({ id }) => id)).toEqual(["m3", "m4", "m5", "m6", "m7", "asks"]);
  expect(excerpt[0]?.parts).toEqual([{ type: "text", text: "3" }]);
  expect(excerpt.at(-1)?.parts).toEqual([{ type: "text", text: "So:" }]);
});

test("[INBOX-3] tools are named, reasoning is left out, and earlier questions are shown as text", () => {
  const call = { id: "c", name: "read_file", input: {} };
  const result = { callId: "c", name: "read_file", status: "ok", text: "" } as const;
  const messages = [message("m", { type: "reasoning", text: "hm" }, { type: "tool", call, result }, ...ask("earlier"))];
  expect(excerptOf(messages, "inq_1")[0]?.parts).toEqual([
    { type: "tool", name: "read_file" },
    { type: "text", text: "What do you drink?" },
  ]);
  expect(excerptOf([message("m", { type: "reasoning", text: "hm" })], "inq_1")).toEqual([]);
});

test("[INBOX-3] a tool that waits for permission, or was refused, is not listed as used", () => {
  const call = { id: "c", name: "publish", input: {} };
  const result = { callId: "c", name: "publish", status: "not-run", text: "" } as const;
  expect(excerptOf([message("m", { type: "tool", call }, { type: "tool", call, result })], "inq_1")).toEqual([]);
});
