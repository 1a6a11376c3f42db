import { contractByName } from "@askback/core";
import type { Inquiry, Resolution } from "@askback/core/wire";
import { expect, test } from "vitest";
import { resolutionResult } from "./resolution.ts";

const at = "2026-11-18T09:00:00.000Z";

function told(tool: string, resolution: Omit<Resolution, "at">) {
  const questions = [
    { id: "q1", text: "Ship?", options: [{ id: "o1", label: "Yes" }], multiSelect: false, ownWords: true },
  ];
  const inquiry = { id: "inq_1", revision: 1, contract: "external", askedAt: at, questions } as unknown as Inquiry;
  const { content, isError = false } = resolutionResult(contractByName(tool), {
    ...inquiry,
    resolution: { ...resolution, at },
  });
  return { text: content[0]?.type === "text" ? content[0].text : "", isError };
}

const answers = [{ question: "q1", options: ["o1"] }];

test.each([
  [{ type: "answered", answers }, '{"answers":{"Ship?":"Yes"}}', false],
  [{ type: "answered-in-chat", text: "Ask Ana" }, "treat it as the answer.\n\nAsk Ana", false],
  [{ type: "delegated" }, "The user leaves this decision to you", false],
  [{ type: "declined", comment: "Not mine" }, "declined to answer", false],
  [{ type: "dismissed" }, "User cancelled the question", true],
  [{ type: "expired" }, "Nobody answered before the deadline", true],
  [{ type: "superseded" }, "replaced by a newer one", true],
  [{ type: "withdrawn" }, "withdrawn before anybody answered", true],
] as const)("[MCP-2] the model reads %j in the words of the contract", (resolution, text, isError) => {
  const said = told("ask_user_question", resolution as Omit<Resolution, "at">);
  expect(said.text).toContain(text);
  expect(said.isError).toBe(isError);
});

test("[MCP-2] the answer to AskUserQuestion is its resume context", () => {
  expect(told("AskUserQuestion", { type: "answered", answers }).text).toMatch(
    /^<resume-context>\n.*\n.*\n {2}Q: Ship\?\n {2}A: Yes\n<\/resume-context>$/,
  );
});
