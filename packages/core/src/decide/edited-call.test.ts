import { expect, test } from "vitest";
import { effectOf } from "../model/effect.ts";
import type { InquiryRecord } from "../model/inquiry.ts";
import type { Part } from "../model/message.ts";
import { resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  finishTool,
  firstInquiry,
  postgres,
  reply,
  sqlite,
  startTool,
  terms,
  thinking,
} from "../testing/samples.ts";
import { openInquiryOf, project } from "../views/projection.ts";
import { receiptOf } from "../views/receipt.ts";

const input = { to: "production", replicas: 3, nested: { dry: true, list: [1] } };
const editable = { schema: { type: "object" } };
const call = (more = {}): Part => ({ type: "call", call: { id: "c1", name: "deploy", input, ...more } });
const started = thinking({ terms: { ...terms, approve: ["deploy"] } });
const asked = started.when(reply(call({ editable })));
const changed = { to: "staging", nested: { dry: true, list: [1, 2] }, extra: "new" };
const edit = (some: object, set = sqlite) =>
  ({ ...answer(set), set: { answers: set, input: some } }) as ReturnType<typeof answer>;

test("[APPROVAL-11] what runs is the changed call, and its result tells the model what was changed", () => {
  expect(asked.conversation).toMatchObject({ status: "parked", inquiry: { approval: { input, editable } } });
  const allowed = asked.when(edit(changed));
  expect(typesOf(allowed.events)).toEqual(["inquiry.resolved", "tool.allowed"]);
  expect(effectOf(allowed.conversation)).toMatchObject({ call: { id: "c1", input: changed }, allowed: true });
  const [result] = resultsOf(allowed.when(startTool).when(finishTool).events);
  expect(result?.text).toBe(
    'The user changed the input of this call before allowing it, and it ran as changed:\n- to: "staging" (was "production")\n- replicas: removed (was 3)\n- nested.list: [1,2] (was [1])\n- extra: added "new"\n\ndone',
  );
});

test("[APPROVAL-11] resolution and receipt say that the input was changed", () => {
  const before = asked.conversation;
  const record = project(before, asked.when(edit(changed)).events).inquiries[0] as InquiryRecord;
  expect(record.resolution).toMatchObject({ type: "answered", input: changed });
  expect(receiptOf(record)).toMatchObject({ allowed: true, edited: true });
  expect(openInquiryOf(before)?.id).toBe(firstInquiry);
});

test("[APPROVAL-12] an input that is not changed counts as none, whatever the order of its keys", () => {
  const { nested, replicas, to } = input;
  const allowed = asked.when(edit({ nested, replicas, to }));
  expect(JSON.stringify(allowed.events)).not.toContain('"input":{"nested"');
  const [result] = resultsOf(allowed.when(startTool).when(finishTool).events);
  expect(result?.text).toBe("done");
});

test("[APPROVAL-12] a change is refused without the permission of the definition, and with any answer but allow once", () => {
  expect(started.when(reply(call())).when(edit(changed)).refusal).toMatchObject({ code: "answer-misfit" });
  expect(asked.when(edit(changed, postgres)).refusal).toMatchObject({ code: "answer-misfit" });
  expect(asked.when(edit(["a list"])).refusal).toMatchObject({ code: "answer-misfit" });
  const remembered = thinking({
    terms: { ...terms, approve: ["deploy"], remember: [{ tool: "deploy", part: true }] },
  }).when(reply(call({ editable })));
  expect(remembered.when(edit(changed, [{ question: "q1", options: ["o3"] }])).refusal).toMatchObject({
    code: "answer-misfit",
  });
});
