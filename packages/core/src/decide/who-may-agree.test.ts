import { expect, test } from "vitest";
import { isWithinReach } from "../model/quorum-reach.ts";
import type { Outcome } from "../testing/given.ts";
import { allow, deploy, eachOfTwo, gated, recordOf } from "../testing/quorum-samples.ts";
import { answer, asks, calls, noon, postgres, reply, send, sqlite, terms, thinking } from "../testing/samples.ts";
import { agreementReceipt } from "../views/receipt.ts";

test("[QUORUM-3] who asked is not counted, and may refuse", () => {
  const asked = gated();
  expect(asked.when(allow("zoe")).refusal).toEqual({ code: "approval-by-asker", inquiryId: "inq_t_1" });
  expect(asked.when(answer(postgres, { by: "zoe" })).conversation.status).toBe("thinking");
});

test("[QUORUM-3] whoever wrote to the agent since its last run finished is not counted either", () => {
  const some = { ...terms, ...deploy };
  const started = thinking({ by: "zoe", terms: some });
  const asked = started.when(send("Deploy to production", { by: "ben" })).when(reply(calls("c1", "deploy")));
  expect(recordOf(asked).quorum).toMatchObject({ excludes: ["zoe", "ben"] });
  expect(asked.when(allow("ben")).refusal).toEqual({ code: "approval-by-asker", inquiryId: "inq_t_1" });
  expect(asked.when(answer(postgres, { by: "ben" })).conversation.status).toBe("thinking");
  const after = (outcome: Outcome) =>
    recordOf(outcome.when(send("Now deploy", { by: "cleo", terms: some })).when(reply(calls("c2", "deploy")))).quorum;
  const finished = started
    .when(send("Plan it", { by: "ben" }))
    .when(reply())
    .when(reply());
  expect(finished.conversation.status).toBe("idle");
  expect(after(finished)).toMatchObject({ excludes: ["zoe", "cleo"] });
  // A run that was stopped has not done what it was asked.
  const stopped = started.when(send("Deploy", { by: "ben" })).when({ type: "stop", by: "ana", at: noon });
  expect(after(stopped)).toMatchObject({ excludes: ["zoe", "ben", "cleo"] });
});

test("[QUORUM-3] who answers in chat has written to the agent, and who adds a note to an answer has not", () => {
  const some = { ...terms, ...deploy };
  const asked = thinking({ by: "zoe", terms: some }).when(reply(asks("c1")));
  const inChat = asked.when(send("Just deploy", { by: "ben" })).when(reply(calls("c2", "deploy")));
  expect(recordOf(inChat).quorum).toMatchObject({ excludes: ["zoe", "ben"] });
  const noted = asked.when(answer(sqlite, { by: "ben" })).when(reply(calls("c2", "deploy")));
  expect(recordOf(noted).quorum).toMatchObject({ excludes: ["zoe"] });
});

test("[QUORUM-10] a key is not counted unless the rule says so, and may refuse", () => {
  const key = { byKey: true } as const;
  const asked = gated().when(allow("owner"));
  expect(asked.when(allow("second", key)).refusal).toEqual({ code: "agreement-by-key", inquiryId: "inq_t_1" });
  expect(asked.when(answer(postgres, { by: "second", ...key })).conversation.status).toBe("thinking");
  const counted = gated([{ count: 2, keys: true }]).when(allow("owner"));
  expect(counted.when(allow("second", key)).conversation.status).toBe("acting");
});

test("[QUORUM-10] where one rule counts keys, they take no place of another one", () => {
  const key = { byKey: true, groups: ["ops", "law"] } as const;
  const rules = [
    { group: "ops", count: 1 },
    { count: 1, keys: true as const },
  ];
  const first = gated(rules).when(allow("bot", key));
  expect(first.conversation).toMatchObject({ inquiry: { agreements: [{ by: "bot", byKey: true }] } });
  const second = first.when(allow("bot2", key));
  expect(agreementReceipt(recordOf(second), { by: "bot2" })).toMatchObject({
    agreement: { given: 1, missing: [{ group: "ops", count: 1 }] },
  });
  expect(second.when(allow("ana", { groups: ["ops"] })).conversation.status).toBe("acting");
});

test("[QUORUM-11] too few are left where those who may still agree do not fill the rules", () => {
  const [ana, ben, cleo] = [
    { by: "ana", groups: ["ops"] },
    { by: "ben", groups: ["ops", "law"] },
    { by: "cleo", groups: ["law"] },
  ];
  const record = recordOf(gated(eachOfTwo));
  expect(isWithinReach(record, [ana, cleo])).toBe(true);
  expect(isWithinReach(record, [ana, ben])).toBe(true);
  expect(isWithinReach(record, [ana])).toBe(false);
  expect(isWithinReach(record, [ben, { by: "zoe", groups: ["law"] }])).toBe(false);
  const agreed = recordOf(gated(eachOfTwo).when(allow("gone", { groups: ["ops"] })));
  expect(isWithinReach(agreed, [cleo])).toBe(true);
  const named = { ...record, audience: { people: ["ana"] } };
  expect(isWithinReach(named, [ana, cleo])).toBe(false);
  expect(isWithinReach({ ...named, escalation: [{ afterMs: 5, to: { groups: ["law"] } }] }, [ana, cleo])).toBe(true);
  expect(isWithinReach({ ...record, quorum: { rules: [{ count: 9, keys: true }], excludes: [] } }, [])).toBe(true);
});
