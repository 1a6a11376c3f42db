import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Event } from "../model/event.ts";
import { given } from "../testing/given.ts";
import {
  answer,
  askedBy,
  asks,
  calls,
  finishTool,
  firstInquiry,
  noon,
  onInquiry,
  reply,
  send,
  sqlite,
  startTool,
  terms,
  text,
  thinking,
} from "../testing/samples.ts";
import { auditFacts } from "./audit-facts.ts";

/** The facts of a log, as if each event were a commit. */
function factsOf(log: readonly Event[], via?: string) {
  return log.flatMap((event, index) => {
    const before: Conversation | undefined = index === 0 ? undefined : given(...log.slice(0, index)).conversation;
    return auditFacts({ before, events: [event], agent: "planner", via });
  });
}

test.for([...contractNames])(
  "[AUDIT-20] %s: asked, resolved, and consumed by the next reply of the model",
  (contract) => {
    const { log } = askedBy(contract)
      .when(answer(sqlite))
      .when(reply(text("Thanks.")));
    const facts = factsOf(log, "web").filter(({ inquiryId }) => inquiryId === firstInquiry);
    expect(facts.map(({ type }) => type)).toEqual(["asked", "resolved", "consumed"]);
    expect(facts[1]).toMatchObject({ by: "ana", facts: { resolution: "answered", agent: "planner", via: "web" } });
  },
);

test("[AUDIT-20] what was dismissed is consumed when the model reads the next message", () => {
  const dismiss = { type: "dismiss", inquiryId: firstInquiry, by: "ana", at: noon } as const;
  const dismissed = askedBy("ask_user_question").when(dismiss);
  expect(factsOf(dismissed.log).map(({ type }) => type)).toEqual(["asked", "resolved"]);
  const { log } = dismissed
    .when(send("Go on"))
    .when(reply(text("Yes.")))
    .when(send("And now?"))
    .when(reply(text("Done.")));
  expect(factsOf(log).map(({ type }) => type)).toEqual(["asked", "resolved", "consumed"]);
});

test("[AUDIT-20] who had it, whom it was put to, what time did and who agreed, with by whom and by which way", () => {
  const audience = { people: ["ana"] };
  const escalation = [
    { afterMs: 1, remind: true as const },
    { afterMs: 2, to: { people: ["ben"], groups: ["ops"] } },
  ];
  const onDeadline = { to: { people: ["cleo"] }, forMs: 50 };
  const asked = thinking({ terms: { ...terms, audience, escalation, deadlineMs: 9, onDeadline } }).when(
    reply(asks("c1")),
  );
  const about = { inquiryId: firstInquiry };
  const byAna = { ...about, by: "ana", at: noon };
  const { log } = asked
    .when({ type: "take", ...byAna })
    .when({ type: "release", ...byAna })
    .when({ type: "assign", ...byAna, to: "dan", widens: true })
    .when({ type: "assign", ...byAna, to: null })
    .when({ type: "wake", at: noon + 2 })
    .when({ type: "wake", at: noon + 9 });
  expect(factsOf(log, "web").slice(1)).toEqual([
    { type: "taken", ...byAna, facts: { via: "web" } },
    { type: "released", ...byAna, facts: { via: "web" } },
    { type: "assigned", ...byAna, facts: { to: "dan", isLetIn: true, via: "web" } },
    { type: "assigned", ...byAna, facts: { via: "web" } },
    { type: "reminded", ...about, at: noon + 2, facts: { step: 1 } },
    { type: "reminded", ...about, at: noon + 2, facts: { step: 2, people: "ben", groups: "ops" } },
    { type: "escalated", ...about, at: noon + 9, facts: { deadline: noon + 59, people: "cleo" } },
  ]);
});

test("[AUDIT-20] each agreement is recorded, one that is taken back, and the last one before the end", () => {
  const gate = { quorums: [{ tool: "deploy", rules: [{ group: "ops", count: 2 }] }], approve: ["deploy"] };
  const asked = thinking({ by: "zoe", terms: { ...terms, ...gate } }).when(
    reply(calls("c1", "deploy", { to: "production" })),
  );
  const allow = (by: string) => answer(sqlite, { by, groups: ["ops"] });
  const { log } = asked.when(allow("ana")).when(onInquiry("retract")).when(allow("ana")).when(allow("ben"));
  expect(factsOf(log, "web").map(({ type, by }) => [type, by])).toEqual([
    ["asked", undefined],
    ["agreed", "ana"],
    ["agreement-retracted", "ana"],
    ["agreed", "ana"],
    ["agreed", "ben"],
    ["resolved", "ben"],
  ]);
});

test("[AUDIT-2] facts hold none of the words that were asked and answered", () => {
  const own = { ...answer(sqlite), set: { answers: [{ question: "q1", text: "Blackbird" }], comment: "Blackbird" } };
  const { log } = askedBy("ask_user_question")
    .when(own)
    .when(reply(text("Blackbird it is.")));
  expect(factsOf(log)).toHaveLength(3);
  expect(JSON.stringify(factsOf(log))).not.toMatch(/blackbird|sqlite|colour/i);
});

test("[AUDIT-21] a permission is recorded when it is granted, used and revoked", () => {
  const gate = { approve: ["deploy"], remember: [{ tool: "deploy", part: true as const }] };
  const { log } = thinking({ terms: { ...terms, ...gate } })
    .when(reply(calls("c1", "deploy", { to: "production" })))
    .when(answer([{ question: "q1", options: ["o3"] }]))
    .when(startTool)
    .when(finishTool)
    .when(reply(calls("c2", "deploy", { to: "production" })))
    .when({ type: "revoke-permission", permissionId: "perm_t_1", by: "ben", at: noon });
  const permissionId = "perm_t_1";
  expect(factsOf(log, "web").filter(({ type }) => type.startsWith("permission"))).toMatchObject([
    { type: "permission-granted", by: "ana", facts: { permissionId, tool: "deploy", via: "web" } },
    { type: "permission-used", by: "ana", facts: { permissionId, callId: "c2" } },
    { type: "permission-revoked", by: "ben", facts: { permissionId, via: "web" } },
  ]);
});

test("[AUDIT-21] a call is recorded when the program that asked has started and finished it", () => {
  const about = { inquiryId: firstInquiry, at: noon, by: "program" };
  const events = [
    { type: "call.started", ...about },
    { type: "call.finished", ...about },
  ] as const;
  expect(auditFacts({ before: undefined, events, agent: "planner", via: "api" })).toMatchObject([
    { type: "call-started", ...about, facts: { via: "api" } },
    { type: "call-finished", ...about, facts: { via: "api" } },
  ]);
});
