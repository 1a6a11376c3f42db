import { expect, test } from "vitest";
import { approval, approvalAsk } from "../contracts/approval.ts";
import { contractByName } from "../contracts/contract-by-name.ts";
import type { Inquiry } from "../model/inquiry.ts";
import type { Resolution } from "../model/resolution.ts";
import type * as wire from "../wire/index.ts";
import { externalNotice } from "./external-notice.ts";

const at = Date.parse("2026-11-18T09:00:00.000Z");
const call = { tool: "deploy", input: { to: "production" }, remember: true } as const;
const gated: Inquiry = { id: "inq_a_1_x", revision: 1, callId: "c1", askedAt: at, ...approvalAsk(call) };
const asked: Inquiry = {
  ...gated,
  contract: "external",
  context: "Before noon",
  questions: [
    { id: "q1", text: "Ship?", options: [{ id: "o1", label: "Yes" }], multiSelect: false, ownWords: true },
  ] as unknown as Inquiry["questions"],
};
const pick = (option: string, note?: string) => [{ question: "q1", options: [option], ...(note && { note }) }];
const by = "ann";

const times = { parseTime: Date.parse };

const resolutions: readonly Resolution[] = [
  { type: "answered", at, by, answers: pick("o1", "with care"), comment: "Well done" },
  { type: "answered-in-chat", at, by, messageId: "msg_1", text: "Ask Bo" },
  { type: "delegated", at, by },
  { type: "declined", at, by, comment: "Not mine" },
  { type: "dismissed", at, by },
  { type: "expired", at },
  { type: "superseded", at, inquiryId: "inq_a_2_x" },
  { type: "withdrawn", at, by },
];

/** The inquiry as the API shows it. */
function shown(inquiry: Inquiry, resolution: Resolution): wire.Inquiry {
  const askedAt = new Date(at).toISOString();
  return {
    ...inquiry,
    askedAt,
    status: resolution.type,
    resolution: { ...resolution, at: askedAt },
  } as unknown as wire.Inquiry;
}

test.each(resolutions)("[ADAPT-3] [MCP-2] of $type the model reads elsewhere what it reads here", (resolution) => {
  const names = ["ask_user_question", "AskUserQuestion", "ask_user", "question"];
  for (const contract of names.map(contractByName))
    expect(externalNotice(contract, shown(asked, resolution), times)).toEqual(
      contract.delivery.resolved(asked, resolution, []),
    );
  expect(externalNotice(approval, shown(gated, resolution), times)).toEqual(
    approval.delivery.resolved(gated, resolution, []),
  );
});

test("[ADAPT-3] the terms of an approval are kept: what may run, and the name of the tool that a remark is about", () => {
  const always: Resolution = { type: "answered", at, by, answers: pick("o3", "go on") };
  const remembering = { ...gated, approval: call };
  expect(externalNotice(approval, shown(remembering, always), times)).toEqual({
    as: "permission",
    remembers: true,
    remark: expect.stringContaining("deploy"),
  });
});
