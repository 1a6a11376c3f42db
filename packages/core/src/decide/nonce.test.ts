import { expect, test } from "vitest";
import { approvalAsk } from "../contracts/approval.ts";
import { evolve } from "../evolve/evolve.ts";
import type { Command } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import { conversationIdOf, countOf, nonceOf } from "../model/id.ts";
import { type CommandOrFactory, eventsOf, type Outcome } from "../testing/given.ts";
import {
  answer,
  asking,
  asks,
  calls,
  databaseAsk,
  parked,
  reply,
  sqlite,
  terms,
  thinking,
} from "../testing/samples.ts";
import { decide } from "./decide.ts";

/** The same command in one of the histories that follow a restore. */
function withNonce(nonce: string, next: CommandOrFactory): CommandOrFactory {
  return (conversation) => ({ ...(typeof next === "function" ? next(conversation) : next), nonce }) as Command;
}

function inquiryOf({ conversation }: Outcome) {
  if (conversation.status !== "parked") throw new Error("nothing was asked");
  return conversation.inquiry;
}

test("[HISTORY-1] the same count in two histories is another inquiry, and an answer to one does not settle the other", () => {
  const before = thinking();
  const [shown, restored] = ["aa", "bb"].map((nonce) => before.when(withNonce(nonce, reply(asks("c1")))));
  if (!shown || !restored) throw new Error("both were asked");
  const [old, current] = [inquiryOf(shown), inquiryOf(restored)];
  expect([old.id, current.id]).toEqual(["inq_t_1_aa", "inq_t_1_bb"]);
  expect([countOf(old.id), nonceOf(old.id), conversationIdOf(old.id)]).toEqual([1, "aa", "conv_t"]);
  const answered = answer(sqlite, { inquiryId: old.id, revision: current.revision });
  expect(restored.when(answered).refusal).toEqual({ code: "inquiry-not-open", inquiryId: old.id });
  expect(shown.when(answered).events[0]).toMatchObject({ type: "inquiry.resolved", inquiryId: old.id });
});

test("[HISTORY-1] whatever command asks gives its nonce: an answer with another ask behind it, and all asks of one step", () => {
  const second = { questions: [{ question: "Where?", options: [{ label: "Here" }, { label: "There" }] }] };
  const next = parked(asks("c2", second)).when(withNonce("cc", answer(sqlite)));
  expect(inquiryOf(next).id).toBe("inq_t_2_cc");
  const [one, two] = ["One?", "Two?"].map((question, index) => calls(`c${index}`, "ask_user", { question }));
  if (!one || !two) throw new Error("there are two");
  const both = thinking(asking("ask_user")).when(withNonce("dd", reply(one, two)));
  expect(eventsOf(both.events, "inquiry.superseded")).toMatchObject([
    { inquiry: { id: "inq_t_1_dd" }, newer: "inq_t_2_dd" },
  ]);
  expect(inquiryOf(both).id).toBe("inq_t_2_dd");
});

test("[HISTORY-1] an approval and the permission that it grants have the nonce, so that another history's is not revoked", () => {
  const gated = thinking({ terms: { ...terms, approve: ["deploy"], remember: [{ tool: "deploy", part: true }] } });
  const approval = gated.when(withNonce("ee", reply(calls("c1", "deploy", databaseAsk))));
  const { id } = inquiryOf(approval);
  expect(id).toBe("inq_t_1_ee");
  const always = answer([{ question: "q1", options: ["o3"] }], { inquiryId: id });
  const granted = approval.when(withNonce("ff", always));
  expect(granted.conversation.permissions).toMatchObject([{ id: "perm_t_1_ee" }]);
  const revoke = { type: "revoke-permission", permissionId: "perm_t_1", by: "ana", at: 1 } as const;
  expect(granted.when(revoke).refusal).toEqual({ code: "permission-unknown", permissionId: "perm_t_1" });
});

test("[HISTORY-1] the same change count in two histories is another revision, and an answer to one is refused in the other", () => {
  const asker = { by: "deployer", at: 1_000 };
  const thread = { conversationId: "conv_a", agent: "deployer", project: "default" };
  const run = (conversation: Conversation | undefined, command: Command) => {
    const decision = decide(conversation, command);
    if (!decision.ok) throw new Error(decision.error.code);
    return decision.value.reduce<Conversation | undefined>(evolve, conversation);
  };
  const openIn = (conversation: Conversation | undefined) => {
    if (conversation?.status !== "external" || !conversation.open[0]) throw new Error("nothing is open");
    return conversation.open[0].inquiry;
  };
  const call = (plan: string) => approvalAsk({ tool: "apply", input: { plan } });
  const origin = { by: asker.by, fingerprint: "f" };
  const asked = run(undefined, { type: "ask", ...thread, ...asker, nonce: "aa", inquiry: { ...call("0"), origin } });
  const { id: inquiryId } = openIn(asked);
  const [shown, restored] = ["5f3a0c9d2e11", "0b3a0c9d2e11"].map((nonce, index) => {
    const { questions, approval } = call(`plan ${index}`);
    return run(asked, {
      type: "amend",
      inquiryId,
      nonce,
      inquiry: { questions, ...(approval && { approval }) },
      ...asker,
    });
  });
  const [old, current] = [openIn(shown), openIn(restored)];
  expect([old.revision, current.revision]).toEqual([2 + 0x5f3a0c9d, 2 + 0x0b3a0c9d]);
  const set = { answers: [{ question: "q1", options: ["o1"] }] };
  const allow = (revision?: number): Command => ({
    ...{ type: "answer", inquiryId, set, by: "ana", at: 2_000 },
    ...(revision !== undefined && { revision }),
  });
  for (const seen of [allow(old.revision), allow(2), allow(1), allow()])
    expect(decide(restored, seen)).toEqual({
      ok: false,
      error: { code: "revision-changed", inquiryId, revision: current.revision },
    });
  expect(decide(restored, allow(current.revision)).ok).toBe(true);
});

test("[HISTORY-1] ids from before there were nonces stay valid", () => {
  expect(inquiryOf(parked()).id).toBe("inq_t_1");
  expect(["inq_t_1", "inq_t_12_0a1b", "msg_t_3"].map(countOf)).toEqual([1, 12, 3]);
  expect(["inq_t_1", "inq_t_1_", "inq_t_1_A", "inq_t_1_a_b", "inq_t_x_a"].map(conversationIdOf)).toEqual([
    "conv_t",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(nonceOf("inq_t_1")).toBeUndefined();
});
