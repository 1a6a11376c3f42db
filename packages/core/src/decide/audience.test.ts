import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isInAudience, widenAudience } from "../model/audience.ts";
import type { Command } from "../model/command.ts";
import { eventsOf, given, typesOf } from "../testing/given.ts";
import { forAll } from "../testing/properties.ts";
import { answer, asks, extend, noon, onInquiry, reply, send, sqlite, terms, thinking } from "../testing/samples.ts";
import { forkPointBefore } from "./fork.ts";

const audience = { people: ["ana"], groups: ["ops"] };
const parked = thinking({ by: "zoe", terms: { ...terms, audience, deadlineMs: 100 } }).when(reply(asks("c1")));
const refused = { code: "not-in-audience", inquiryId: "inq_t_1", audience };

const commands: readonly (readonly [string, Command])[] = [
  ["answer", answer(sqlite, { by: "ben" })],
  ["answer with hold", answer(sqlite, { by: "ben", holdMs: 10 })],
  ["delegate", onInquiry("delegate", { by: "ben" })],
  ["decline", onInquiry("decline", { by: "ben" })],
  ["dismiss", onInquiry("dismiss", { by: "ben" })],
  ["extend", extend(noon + 200, { by: "ben" })],
];

test.each(commands)("[AUDIENCE-1] %s is refused for somebody outside the audience, and says who may", (_, command) => {
  expect(parked.when(command).refusal).toEqual(refused);
  expect(parked.when({ ...command, groups: ["sales"] } as Command).refusal).toEqual(refused);
});

test.each(commands)("[AUDIENCE-1] %s is accepted by name and by group", (_, command) => {
  expect(parked.when({ ...command, by: "ana" } as Command).events.length).toBeGreaterThan(0);
  expect(parked.when({ ...command, groups: ["sales", "ops"] } as Command).events.length).toBeGreaterThan(0);
});

test("[AUDIENCE-1] an approval has the audience of the definition too", () => {
  const gated = thinking({ terms: { ...terms, audience, approve: ["deploy"] } });
  const asked = gated.when(reply({ type: "call", call: { id: "c1", name: "deploy", input: {} } }));
  expect(asked.when(answer(sqlite, { by: "ben" })).refusal).toEqual(refused);
});

test("[AUDIENCE-1] a held answer of somebody else is shown to everybody, and an overdue inquiry expires for everybody", () => {
  const held = parked.when(answer(sqlite, { by: "ana", holdMs: 50 }));
  expect(held.when(answer(sqlite, { by: "ben" })).refusal).toEqual({ code: "inquiry-not-open", inquiryId: "inq_t_1" });
  const late = parked.when(answer(sqlite, { by: "ben", at: noon + 100 }));
  expect(eventsOf(late.events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired" } }]);
});

test("[AUDIENCE-2] a message of somebody outside the audience answers nothing", () => {
  const sent = parked.when(send("Take SQLite", { by: "ben" }));
  expect(typesOf(sent.events)).toEqual(["message.received"]);
  expect(eventsOf(sent.events, "message.received")[0]?.answers).toBeUndefined();
  const answered = parked.when(send("Take SQLite", { by: "ben", groups: ["ops"] }));
  expect(eventsOf(answered.events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "answered-in-chat" } }]);
});

test("[AUDIENCE-3] the asking side can extend the deadline, also outside the audience", () => {
  expect(typesOf(parked.when(extend(noon + 200, { by: "zoe" })).events)).toEqual(["inquiry.extended"]);
});

test("[AUDIENCE-3] a fork has the audience of what it was forked from, and nobody has it yet", () => {
  const taken = parked
    .when({ type: "take", inquiryId: "inq_t_1", by: "ana", at: noon })
    .when(send("Hm", { by: "ben" }));
  const point = forkPointBefore(taken.log, "msg_t_3");
  if (!point) throw new Error("there is no such point");
  const message = { instead: "msg_t_3", text: "Take SQLite", files: [], separate: false, terms };
  const fork = { type: "fork", conversationId: "conv_u", ...point, message, by: "ben", at: noon } as const;
  const forked = given().when(fork);
  expect(forked.conversation).toMatchObject({ status: "parked", inquiry: { audience } });
  expect(forked.conversation).not.toHaveProperty("inquiry.takenBy");
  expect(given().when({ ...fork, groups: ["ops"] }).conversation.status).toBe("thinking");
});

const names = fc.uniqueArray(fc.constantFrom("ana", "ben", "eve", "ops", "sales"), { maxLength: 3 });
const members = fc.record({ by: fc.constantFrom("ana", "ben", "eve"), groups: names });
const audiences = fc.record({ people: names, groups: names }, { requiredKeys: [] });

test("[AUDIENCE-1] whoever is in an audience stays in it when it is widened, and who is added is in it", () => {
  forAll(fc.tuple(audiences, audiences, members), ([before, added, member]) => {
    const after = widenAudience(before, added);
    expect(isInAudience(after, member)).toBe(isInAudience(before, member) || isInAudience(added, member));
    expect(widenAudience(undefined, added)).toBeUndefined();
  });
});
