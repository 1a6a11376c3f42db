import { expect, test } from "vitest";
import { effectOf } from "../model/effect.ts";
import type { Event } from "../model/event.ts";
import type { RememberRule } from "../model/permission.ts";
import type { Json } from "../model/tool-call.ts";
import { given, type Outcome, resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  calls,
  finishTool,
  keyOf,
  noon,
  reply,
  send,
  startTool,
  terms,
  text,
  thinking,
} from "../testing/samples.ts";
import { receiptOf } from "../views/receipt.ts";
import { forkPoint } from "./fork.ts";

const byTarget: readonly RememberRule[] = [{ tool: "deploy", part: ["to.region", "service"] }];
const byAll: readonly RememberRule[] = [{ tool: "deploy", part: true }];
const docs = { service: "docs", to: { region: "eu" }, note: "first" };
const always = [{ question: "q1", options: ["o3"] }];

function started(remember: readonly RememberRule[], approve: readonly string[] = ["deploy"]): Outcome {
  return thinking({ terms: { ...terms, approve, remember } });
}

/** Asked about one call, allowed for the rest of the conversation, and the call has run. */
function remembered(remember: readonly RememberRule[], input: Json = docs): Outcome {
  return started(remember)
    .when(reply(calls("c1", "deploy", input)))
    .when(answer(always))
    .when(startTool)
    .when(finishTool);
}

function isAsked(outcome: Outcome, name: string, input: Json): boolean {
  return outcome.when(reply(calls("c9", name, input))).conversation.status === "parked";
}

test("[APPROVAL-7] an approval offers to remember only where every pattern that gates the tool allows it", () => {
  const offers = (remember: readonly RememberRule[], approve?: readonly string[], input: Json = docs) => {
    const { conversation } = started(remember, approve).when(reply(calls("c1", "deploy", input)));
    if (conversation.status !== "parked") throw new Error("the call is gated");
    const ids = conversation.inquiry.questions[0]?.options.map(({ id }) => id);
    expect(ids?.includes("o3")).toBe(conversation.inquiry.approval?.remember !== undefined);
    return conversation.inquiry.approval?.remember;
  };
  expect(offers([])).toBeUndefined();
  expect(offers(byTarget)).toEqual(["to.region", "service"]);
  expect(offers(byTarget, ["deploy", "dep*"])).toBeUndefined();
  expect(offers([...byTarget, { tool: "dep*", part: ["note"] }], ["deploy", "dep*"])).toEqual([
    "to.region",
    "service",
    "note",
  ]);
  expect(offers([...byTarget, { tool: "dep*", part: true }], ["deploy", "dep*"])).toBe(true);
  expect(offers(byAll, ["deploy", "dep*"])).toBeUndefined();
  expect(offers([...byAll, { tool: "dep*", part: ["note"] }], ["deploy", "dep*"])).toBe(true);
  expect(offers(byTarget, ["deploy"], { service: "docs" })).toBeUndefined();
  expect(offers(byTarget, ["deploy"], ["docs"])).toBeUndefined();
  expect(offers([{ tool: "deploy", part: [] }])).toBeUndefined();
  expect(offers([{ tool: "deploy", part: ["toString"] }])).toBeUndefined();
});

test("[APPROVAL-7] where it is not offered, nobody can allow more than this call", () => {
  const asked = started([]).when(reply(calls("c1", "deploy", docs)));
  expect(asked.when(answer(always)).refusal).toMatchObject({ code: "answer-misfit" });
});

test("[APPROVAL-7] later calls with the same matched input run without asking, and say by whose permission", () => {
  const first = started(byTarget).when(reply(calls("c1", "deploy", docs)));
  const granted = first.when(answer(always));
  expect(typesOf(granted.events)).toEqual(["inquiry.resolved", "tool.allowed", "permission.granted"]);
  const [record] = granted.projection.inquiries;
  expect(record && receiptOf(record)?.allowed).toBe(true);
  const permission = { id: "perm_t_1", tool: "deploy", part: ["to.region", "service"], by: "ana", at: noon };
  expect(granted.conversation.permissions).toEqual([{ ...permission, input: { "to.region": "eu", service: "docs" } }]);
  const again = remembered(byTarget).when(reply(calls("c2", "deploy", { ...docs, note: "second" })));
  expect(typesOf(again.events)).toEqual(["model.replied", "tool.allowed"]);
  expect(again.events[1]).toMatchObject({ callId: "c2", permission: { id: "perm_t_1", by: "ana" } });
  expect(effectOf(again.conversation)).toMatchObject({ type: "run-tool", allowed: true, call: { id: "c2" } });
  const [result] = resultsOf(again.when(startTool).when(finishTool).events);
  expect(result).toMatchObject({ callId: "c2", status: "ok", allowedBy: "ana" });
});

test("[APPROVAL-7] a permission stays for later runs, whatever order the keys of an input have", () => {
  const later = remembered(byAll)
    .when(reply(text("Done")))
    .when(send("Again", { terms: { ...terms, approve: ["deploy"], remember: byAll } }));
  expect(isAsked(later, "deploy", { note: "first", to: { region: "eu" }, service: "docs" })).toBe(false);
});

test("[APPROVAL-8] a permission applies to no other tool and to no other input", () => {
  const gated = ["deploy", "destroy"];
  const both = [...byTarget, { tool: "destroy", part: ["to.region", "service"] }];
  const outcome = started(both, gated)
    .when(reply(calls("c1", "deploy", docs)))
    .when(answer(always))
    .when(startTool)
    .when(finishTool);
  expect(isAsked(outcome, "deploy", docs)).toBe(false);
  expect(isAsked(outcome, "destroy", docs)).toBe(true);
  const others: readonly Json[] = [
    { ...docs, service: "shop" },
    { ...docs, service: ["docs"] },
    { ...docs, to: { region: "us" } },
    { service: "docs", "to.region": "eu" },
    { service: "docs" },
    [docs],
    null,
  ];
  for (const other of others) expect(isAsked(outcome, "deploy", other)).toBe(true);
  const whole = remembered(byAll);
  for (const other of [{ ...docs, more: 1 }, { ...docs, note: "second" }, {}])
    expect(isAsked(whole, "deploy", other)).toBe(true);
});

test("[APPROVAL-8] after a revocation people are asked again", () => {
  const outcome = remembered(byTarget);
  const revoke = { type: "revoke-permission", permissionId: "perm_t_1", by: "ben", at: noon } as const;
  const revoked = outcome.when(revoke);
  expect(revoked.events).toEqual([{ type: "permission.revoked", at: noon, permissionId: "perm_t_1", by: "ben" }]);
  expect(revoked.conversation.permissions).toEqual([]);
  expect(isAsked(revoked, "deploy", docs)).toBe(true);
  expect(revoked.when(revoke).refusal).toEqual({ code: "permission-unknown", permissionId: "perm_t_1" });
});

test("[APPROVAL-8] a call that has not started when its permission is revoked asks again", () => {
  const revoke = { type: "revoke-permission", permissionId: "perm_t_1", by: "ben", at: noon } as const;
  const allowed = remembered(byTarget).when(reply(calls("c2", "deploy", docs), calls("c3", "deploy", docs)));
  expect(effectOf(allowed.conversation)).toMatchObject({ allowed: true, call: { id: "c2" } });
  const revoked = allowed.when(revoke);
  expect(typesOf(revoked.events)).toEqual(["permission.revoked", "inquiry.asked"]);
  expect(revoked.conversation).toMatchObject({
    status: "parked",
    inquiry: { callId: "c2", approval: { input: docs } },
  });
  // The worker that was about to start the call learns that it must not.
  const key = keyOf(allowed.conversation);
  expect(revoked.when({ type: "start-tool", effect: key, at: noon }).refusal).toEqual({ code: "effect-stale" });
  const once = revoked.when(answer([{ question: "q1", options: ["o1"] }], { inquiryId: "inq_t_2" }));
  expect(effectOf(once.conversation)).toMatchObject({ allowed: true, call: { id: "c2" } });
  expect(once.when(startTool).when(finishTool).conversation).toMatchObject({ status: "parked", call: { id: "c3" } });
  const running = allowed.when(startTool).when(revoke);
  expect(typesOf(running.events)).toEqual(["permission.revoked"]);
  expect(running.when(finishTool).conversation).toMatchObject({ status: "parked", call: { id: "c3" } });
  const byHand = remembered(byTarget)
    .when(reply(calls("c2", "deploy", { ...docs, service: "shop" })))
    .when(answer([{ question: "q1", options: ["o1"] }], { inquiryId: "inq_t_2" }))
    .when(revoke);
  expect(effectOf(byHand.conversation)).toMatchObject({ allowed: true, call: { id: "c2" } });
});

test("[APPROVAL-8] a permission ends with what the definition allows", () => {
  const rest = (remember: readonly RememberRule[]) =>
    remembered(byTarget)
      .when(reply(text("Done")))
      .when(send("Again", { terms: { ...terms, approve: ["deploy"], remember } }));
  expect(isAsked(rest(byTarget), "deploy", docs)).toBe(false);
  expect(isAsked(rest([]), "deploy", docs)).toBe(true);
  expect(isAsked(rest([{ tool: "deploy", part: ["service"] }]), "deploy", docs)).toBe(true);
  expect(isAsked(rest(byAll), "deploy", docs)).toBe(true);
});

test("[APPROVAL-8] a fork does not inherit permissions, and a deleted conversation has none", () => {
  const outcome = remembered(byTarget).when(reply(calls("c2", "deploy", { ...docs, service: "shop" })));
  const point = forkPoint(JSON.parse(JSON.stringify(outcome.log)) as Event[], "inq_t_2");
  if (!point) throw new Error("it was parked on the second approval");
  const fork = given().when({ type: "fork", conversationId: "conv_f", ...point, by: "ben", at: noon });
  expect(fork.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_f_2" } });
  expect(fork.conversation).not.toHaveProperty("permissions");
  const refused = fork.when(answer([{ question: "q1", options: ["o2"] }], { inquiryId: "inq_f_2" }));
  expect(isAsked(refused, "deploy", docs)).toBe(true);
  expect(outcome.when({ type: "delete", by: "ana", at: noon }).conversation).not.toHaveProperty("permissions");
});

test("[APPROVAL-8] a gate that the run did not start with asks every time", () => {
  const plain = thinking().when(reply(calls("c1", "deploy", docs)));
  const gated = plain.when((conversation) => ({
    type: "gate-tool",
    effect: keyOf(conversation),
    at: noon,
    presentation: { title: "Deploy docs?" },
  }));
  expect(gated.conversation).toMatchObject({ inquiry: { approval: { presentation: { title: "Deploy docs?" } } } });
  expect(gated.when(answer(always)).refusal).toMatchObject({ code: "answer-misfit" });
});

test("[APPROVAL-5] the presentation of a call is recorded with its inquiry, and is no part of the transcript", () => {
  const presentation = { title: "Deploy docs?", fields: [{ label: "Region", value: "eu" }] };
  const call = { id: "c2", name: "deploy", input: docs, presentation };
  const asked = started([])
    .when(reply(calls("c1"), { type: "call", call }))
    .when(startTool)
    .when(finishTool);
  expect(asked.conversation).toMatchObject({
    status: "parked",
    inquiry: { approval: { tool: "deploy", input: docs, presentation } },
  });
  if (asked.conversation.status === "parked") expect(asked.conversation.call).not.toHaveProperty("presentation");
  const replied = started([]).when(reply({ type: "call", call }));
  expect(replied.projection.messages.at(-1)?.parts).toEqual([
    { type: "call", call: { id: "c2", name: "deploy", input: docs } },
  ]);
});
