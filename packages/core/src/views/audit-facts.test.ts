import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Event } from "../model/event.ts";
import { given } from "../testing/given.ts";
import { answer, askedBy, firstInquiry, noon, reply, send, sqlite, text } from "../testing/samples.ts";
import { auditFacts } from "./audit-facts.ts";

/** The facts of a log, as if each event were a commit. */
function factsOf(log: readonly Event[], via?: string) {
  return log.flatMap((event, index) => {
    const before: Conversation | undefined = index === 0 ? undefined : given(...log.slice(0, index)).conversation;
    return auditFacts({ before, events: [event], agent: "planner", via });
  });
}

test.for([...contractNames])(
  "[AUDIT-1] %s: asked, resolved, and consumed by the next reply of the model",
  (contract) => {
    const { log } = askedBy(contract)
      .when(answer(sqlite))
      .when(reply(text("Thanks.")));
    const facts = factsOf(log, "web").filter(({ inquiryId }) => inquiryId === firstInquiry);
    expect(facts.map(({ type }) => type)).toEqual(["asked", "resolved", "consumed"]);
    expect(facts[1]).toMatchObject({ by: "ana", facts: { resolution: "answered", agent: "planner", via: "web" } });
  },
);

test("[AUDIT-1] what was dismissed is consumed when the model reads the next message", () => {
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

test("[AUDIT-2] facts hold none of the words that were asked and answered", () => {
  const own = { ...answer(sqlite), set: { answers: [{ question: "q1", text: "Blackbird" }], comment: "Blackbird" } };
  const { log } = askedBy("ask_user_question")
    .when(own)
    .when(reply(text("Blackbird it is.")));
  expect(factsOf(log)).toHaveLength(3);
  expect(JSON.stringify(factsOf(log))).not.toMatch(/blackbird|sqlite|colour/i);
});
