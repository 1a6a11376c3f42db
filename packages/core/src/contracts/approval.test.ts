import { expect, test } from "vitest";
import type { Answer } from "../model/answer.ts";
import { inquiry, noon } from "../testing/samples.ts";
import { approval, approvalQuestion } from "./approval.ts";

const asked = inquiry(approvalQuestion("deploy", { canRemember: false }));

function toldOf(...answers: readonly Answer[]) {
  return approval.delivery.resolved(asked, { type: "answered", by: "ana", at: noon, answers: [...answers] }, []);
}

test("[APPROVAL-2] only the first option allows the call", () => {
  expect(toldOf({ question: "q1", options: ["o1"] })).toEqual({ as: "permission" });
  const others: readonly (readonly Answer[])[] = [
    [],
    [{ question: "q1" }],
    [{ question: "q1", options: [] }],
    [{ question: "q1", options: ["o2"] }],
    [{ question: "q1", options: ["o3"] }],
    [{ question: "q1", options: ["o2", "o1"] }],
    [{ question: "q1", text: "Allow once" }],
    [{ question: "q1", skipped: true }],
  ];
  for (const answers of others) expect(toldOf(...answers)).toMatchObject({ as: "result", status: "not-run" });
});

test("[APPROVAL-1] no model can ask for approval itself", () => {
  expect(approval.read({ tool: "deploy" })).toMatchObject({ ok: false });
});
