import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isWaitedFor } from "../model/audience.ts";
import { effectOf } from "../model/effect.ts";
import { waitsFor } from "../model/inquiry.ts";
import { type Agreement, isReached, type QuorumRule } from "../model/quorum.ts";
import { eventsOf, type Outcome, resultsOf, typesOf } from "../testing/given.ts";
import { forAll } from "../testing/properties.ts";
import { allow, deploy, eachOfTwo, gated, recordOf } from "../testing/quorum-samples.ts";
import {
  answer,
  calls,
  keyOf,
  noon,
  onInquiry,
  postgres,
  reply,
  send,
  sqlite,
  terms,
  thinking,
} from "../testing/samples.ts";
import { agreementText } from "../views/agreement-text.ts";
import { agreementReceipt, isResolvedBy, receiptOf } from "../views/receipt.ts";

test("[QUORUM-1] one agreement records who agreed, and the last that is needed allows the call once", () => {
  const first = gated().when(allow("ana"));
  expect(typesOf(first.events)).toEqual(["inquiry.agreed"]);
  expect(first.conversation).toMatchObject({ status: "parked", inquiry: { agreements: [{ by: "ana", at: noon }] } });
  const second = first.when(allow("ben"));
  expect(typesOf(second.events).slice(0, 3)).toEqual(["inquiry.agreed", "inquiry.resolved", "tool.allowed"]);
  expect(effectOf(second.conversation)).toMatchObject({ type: "run-tool", call: { input: { to: "production" } } });
  expect(second.when(allow("cleo")).refusal).toMatchObject({ code: "inquiry-not-open" });
});

test("[QUORUM-1] the same person counts once", () => {
  const first = gated().when(allow("ana"));
  expect(first.when(allow("ana")).events).toEqual([]);
});

test("[QUORUM-2] one of each of two groups: a person counts for one of them, and somebody of neither is refused", () => {
  const asked = gated(eachOfTwo);
  expect(asked.conversation).toMatchObject({ inquiry: { audience: { groups: ["law", "ops"] } } });
  expect(asked.when(allow("eve")).refusal).toMatchObject({
    code: "not-in-audience",
    audience: { groups: ["law", "ops"] },
  });
  const both = asked.when(allow("ana", { groups: ["ops", "law"] }));
  expect(both.conversation.status).toBe("parked");
  expect(both.when(allow("ben", { groups: ["ops"] })).conversation.status).toBe("acting");
  const ops = asked.when(allow("ben", { groups: ["ops"] }));
  expect(ops.when(allow("cleo", { groups: ["ops"] })).conversation.status).toBe("parked");
});

test("[QUORUM-2] with an audience of its own, somebody whose agreement counts for no rule is refused and may refuse", () => {
  const some = { ...terms, ...deploy, quorums: [{ tool: "deploy", rules: eachOfTwo }], audience: { people: ["eve"] } };
  const asked = thinking({ by: "zoe", terms: some }).when(reply(calls("c1", "deploy")));
  expect(asked.when(allow("eve")).refusal).toMatchObject({ code: "not-in-audience" });
  expect(asked.when(answer(postgres, { by: "eve" })).conversation.status).toBe("thinking");
});

test("[QUORUM-4] one refusal refuses, and the model reads who decided and who had agreed", () => {
  const refused = gated()
    .when(allow("ana"))
    .when(answer([{ question: "q1", options: ["o2"], note: "Not on Friday" }], { by: "ben" }));
  expect(resultsOf(refused.events)).toEqual([
    {
      callId: "c1",
      name: "deploy",
      status: "not-run",
      text: 'Not run: the user refused this call. Their reason: Not on Friday\nThis was decided by "ben".\nIt needed the agreement of 2 people; "ana" had agreed.',
    },
  ]);
  const declined = gated()
    .when(allow("ana"))
    .when(onInquiry("decline", { by: "ben" }));
  expect(resultsOf(declined.events)).toMatchObject([{ status: "not-run" }]);
});

test("[QUORUM-4] receipt and model name everybody who agreed, with what they added", () => {
  const allowed = gated()
    .when(answer([{ question: "q1", options: ["o1"], note: "Fine" }], { by: "ana" }))
    .when(allow("ben", { set: { answers: [...sqlite], comment: "Watch it" } }));
  expect(eventsOf(allowed.events, "message.received")).toMatchObject([
    {
      visibility: "model",
      text: '"ana" and "ben" allowed deploy.\n"ana" added: "Fine"\n"ben" added: "Watch it"',
    },
  ]);
  expect(receiptOf(recordOf(allowed))).toMatchObject({ by: "ben", allowed: true, agreedBy: ["ana", "ben"] });
});

test("[QUORUM-4] the model reads people by their names, with their groups", () => {
  const ana = { name: 'Ana "A" Silva', groups: ["ops", "art"] };
  const first = gated(eachOfTwo).when(allow("per_1", ana));
  const allowed = first.when(
    answer([{ question: "q1", options: ["o1"], note: "Fine" }], { by: "per_2", name: "Ben", groups: ["law"] }),
  );
  expect(eventsOf(allowed.events, "message.received")).toMatchObject([
    {
      text: '"Ana \\"A\\" Silva" of the group "ops" and "Ben" of the group "law" allowed deploy.\n"Ben" of the group "law" added: "Fine"',
    },
  ]);
  const told = (outcome: Outcome) => resultsOf(outcome.events).map(({ text }) => text);
  const agreed = 'It needed the agreement of 2 people; "Ana \\"A\\" Silva" of the group "ops" had agreed.';
  const cleo = { by: "per_3", name: "Cleo", groups: ["law", "ops"] };
  const decided = `\nThis was decided by "Cleo" of the groups "law" and "ops".\n${agreed}`;
  expect(told(first.when(answer(postgres, cleo)))).toEqual([expect.stringContaining(decided)]);
  expect(told(first.when(onInquiry("decline", cleo)))).toEqual([expect.stringContaining(decided)]);
  expect(told(first.when(send("Wait", cleo)))).toEqual([expect.stringContaining(decided)]);
});

test("[QUORUM-5] an agreement can be taken back until the last one is given", () => {
  const first = gated().when(allow("ana"));
  expect(first.when(onInquiry("retract", { by: "ben" })).refusal).toMatchObject({ code: "inquiry-not-held" });
  const back = first.when(onInquiry("retract", { by: "ana" }));
  expect(typesOf(back.events)).toEqual(["agreement.retracted"]);
  expect(back.conversation).not.toHaveProperty("inquiry.agreements");
  expect(back.when(allow("ben")).conversation.status).toBe("parked");
  const held = first.when(allow("ben", { holdMs: 50 }));
  expect(held.when(onInquiry("retract", { by: "ana" })).refusal).toMatchObject({ code: "inquiry-not-held" });
});

test("[QUORUM-5] the last agreement can be held, and counts when it is delivered", () => {
  const held = gated()
    .when(allow("ana"))
    .when(allow("ben", { holdMs: 50 }));
  expect(typesOf(held.events)).toEqual(["inquiry.held"]);
  expect(held.when(onInquiry("retract", { by: "ben" })).conversation).toMatchObject({
    status: "parked",
    inquiry: { agreements: [{ by: "ana" }] },
  });
  const delivered = held.when({ type: "wake", at: noon + 50 });
  expect(typesOf(delivered.events).slice(0, 2)).toEqual(["inquiry.agreed", "inquiry.resolved"]);
  expect(receiptOf(recordOf(delivered))).toMatchObject({ agreedBy: ["ana", "ben"] });
  expect(receiptOf(recordOf(held.when(onInquiry("deliver", { by: "ben" }))))).toMatchObject({
    agreedBy: ["ana", "ben"],
  });
});

test("[QUORUM-6] everybody who agreed gets the same confirmation again", () => {
  const first = gated().when(allow("ana"));
  const again = {
    type: "answer",
    inquiryId: "inq_t_1",
    set: { answers: [...sqlite] },
    by: "ana",
    at: noon + 5,
  } as const;
  expect(agreementReceipt(recordOf(first), again)).toMatchObject({
    by: "ana",
    at: noon,
    agreement: { given: 1, needed: 2 },
  });
  const done = first.when(allow("ben"));
  expect(agreementReceipt(recordOf(done), again)).toBeUndefined();
  expect(isResolvedBy(recordOf(done), again)).toBe(true);
  expect(isResolvedBy(recordOf(done), { ...again, set: { answers: [...postgres] } })).toBe(false);
  expect(isResolvedBy(recordOf(done), { ...again, by: "cleo" })).toBe(false);
});

test("[QUORUM-6] it waits for nobody who agreed or asked", () => {
  const record = recordOf(gated(eachOfTwo).when(allow("ana", { groups: ["ops"] })));
  expect(waitsFor(record)).toMatchObject({ except: ["ana", "zoe"] });
});

test("[QUORUM-6] it waits for no group that is complete, and waits again when an agreement is taken back", () => {
  const asked = gated(eachOfTwo);
  const first = asked.when(allow("ana", { groups: ["ops"] }));
  expect(waitsFor(recordOf(first))).toEqual({ groups: ["law"], except: ["ana", "zoe"] });
  // Somebody of both groups agreed, who can take either place.
  const both = asked.when(allow("ana", { groups: ["law", "ops"] }));
  expect(waitsFor(recordOf(both))).toEqual({ groups: ["law", "ops"], except: ["ana", "zoe"] });
  const back = first.when(onInquiry("retract", { by: "ana" }));
  expect(waitsFor(recordOf(back))).toEqual({ groups: ["law", "ops"], except: ["zoe"] });
});

test("[QUORUM-6] of an audience of its own only members of the groups that are missing are waited for", () => {
  const audience = { people: ["cleo", "dan"], groups: ["ops"] };
  const some = { ...terms, ...deploy, quorums: [{ tool: "deploy", rules: eachOfTwo }], audience };
  const asked = thinking({ by: "zoe", terms: some }).when(reply(calls("c1", "deploy")));
  expect(waitsFor(recordOf(asked))).toEqual({ ...audience, except: ["zoe"] });
  const waiting = waitsFor(recordOf(asked.when(allow("ana", { groups: ["ops"] }))));
  expect(isWaitedFor(waiting, { by: "cleo", groups: ["law"] })).toBe(true);
  expect(isWaitedFor(waiting, { by: "dan", groups: ["ops"] })).toBe(false);
  expect(isWaitedFor(waiting, { by: "eve", groups: ["law"] })).toBe(false);
});

test("[QUORUM-9] more agreements of one group than are needed are none that is given, and the others are missing", () => {
  const ops = gated(eachOfTwo).when(allow("ana", { groups: ["ops"] }));
  const more = ops.when(allow("ben", { groups: ["ops"] }));
  expect(agreementReceipt(recordOf(more), { by: "ben" })).toMatchObject({
    agreement: { given: 1, needed: 2, missing: [{ group: "law", count: 1 }] },
  });
});

test("[QUORUM-9] the words name who agreed, with their groups, and how many of whom are missing", () => {
  const one = { name: "Ana", groups: ["ops"] };
  const missing = [{ group: "law", count: 1 }, { count: 2 }];
  const needed = "1 more person of law and 2 more people must agree before the call runs.";
  expect(agreementText([], missing)).toBe(`Nobody has agreed yet. ${needed}`);
  expect(agreementText([one], missing)).toBe(`Ana (ops) has agreed. ${needed}`);
  expect(agreementText([{ name: "Ben" }, one], [])).toBe("Ben and Ana (ops) have agreed.");
  expect(agreementText([{ name: "You", isReader: true }], [])).toBe("You have agreed.");
});

test("[QUORUM-7] where several people must agree, nothing is remembered or changed by one of them", () => {
  const some = { ...terms, ...deploy, remember: [{ tool: "deploy", part: true as const }] };
  const call = { id: "c1", name: "deploy", input: {}, editable: { schema: {} } };
  const asked = thinking({ terms: some }).when(reply({ type: "call", call }));
  const { approval, questions } = recordOf(asked);
  expect(approval).toEqual({ tool: "deploy", input: {} });
  expect(questions[0]?.options).toHaveLength(2);
});

test("[QUORUM-7] a quorum of the definition of now applies to a call of a run from before it", () => {
  const acting = thinking({ by: "zoe" }).when(reply(calls("c1", "deploy")));
  const asked = acting.when((conversation) => ({
    type: "gate-tool",
    effect: keyOf(conversation),
    at: noon,
    quorum: [{ count: 2, group: "ops" }],
  }));
  expect(recordOf(asked)).toMatchObject({
    quorum: { rules: [{ count: 2, group: "ops" }], excludes: ["zoe"] },
    audience: { groups: ["ops"] },
  });
});

const groups = fc.subarray(["ops", "law", "art"]);
const rules = fc.array(
  fc.record({ group: fc.constantFrom("ops", "law", undefined), count: fc.integer({ min: 1, max: 2 }) }),
  { minLength: 1, maxLength: 3 },
);

test("[QUORUM-2] a quorum is reached exactly where people can be given to the rules one by one", () => {
  forAll(fc.tuple(rules, fc.array(groups, { maxLength: 5 })), ([some, people]) => {
    const agreements = people.map((own, index): Agreement => ({ by: `p${index}`, at: 0, groups: own }));
    expect(isReached({ rules: some }, agreements)).toBe(canSeat(some.flatMap(places), people));
    expect(isReached({ rules: some }, agreements.toReversed())).toBe(isReached({ rules: some }, agreements));
  });
});

function places({ group, count }: QuorumRule): readonly (string | undefined)[] {
  return Array.from({ length: count }, () => group);
}

/** Tries every way to give people to places. */
function canSeat(open: readonly (string | undefined)[], people: readonly (readonly string[])[]): boolean {
  const [place, ...rest] = open;
  if (open.length === 0) return true;
  return people.some(
    (own, index) => (place === undefined || own.includes(place)) && canSeat(rest, people.toSpliced(index, 1)),
  );
}
