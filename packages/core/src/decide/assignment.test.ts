import { expect, test } from "vitest";
import type { Command, CommandOf } from "../model/command.ts";
import { assigneeOf, waitsFor } from "../model/inquiry.ts";
import { eventsOf } from "../testing/given.ts";
import {
  answer,
  asks,
  noon,
  parked,
  parkedUntil,
  postgres,
  reply,
  sqlite,
  terms,
  thinking,
} from "../testing/samples.ts";

const inquiryId = "inq_t_1";
const take = (by: string, some: Partial<CommandOf<"take">> = {}): Command => ({
  type: "take",
  inquiryId,
  by,
  at: noon,
  ...some,
});
const release = (by: string): Command => ({ type: "release", inquiryId, by, at: noon });
const assign = (to: string | null, some: Partial<CommandOf<"assign">> = {}): Command => ({
  type: "assign",
  inquiryId,
  to,
  by: "ana",
  at: noon,
  ...some,
});
const restricted = thinking({ terms: { ...terms, audience: { people: ["ana"], groups: ["ops"] } } }).when(
  reply(asks("c1")),
);

function holderOf({ conversation }: { readonly conversation: ReturnType<typeof parked>["conversation"] }) {
  return conversation.status === "parked" ? assigneeOf(conversation.inquiry) : "nobody parks";
}

test("[AUDIENCE-6] whoever takes an inquiry is shown, and anybody else may take it, release it or answer it", () => {
  const taken = parked().when(take("ana"));
  expect(holderOf(taken)).toBe("ana");
  expect(taken.projection.inquiries).toMatchObject([{ status: "open", takenBy: "ana" }]);
  expect(holderOf(taken.when(take("ben")))).toBe("ben");
  expect(holderOf(taken.when(release("ben")))).toBeUndefined();
  expect(eventsOf(taken.when(answer(postgres, { by: "ben" })).events, "inquiry.resolved")).toHaveLength(1);
});

test("[AUDIENCE-6] taking what one has, and releasing what nobody has, records nothing", () => {
  expect(parked().when(take("ana")).when(take("ana")).events).toEqual([]);
  expect(parked().when(release("ana")).events).toEqual([]);
});

test("[AUDIENCE-6] only who may answer can take it, and only while it is open", () => {
  expect(restricted.when(take("ben")).refusal).toMatchObject({ code: "not-in-audience" });
  expect(restricted.when(take("ben", { groups: ["ops"] })).events).toHaveLength(1);
  const held = parked().when(answer(sqlite, { holdMs: 10 }));
  expect(held.when(take("ben")).refusal).toEqual({ code: "inquiry-not-open", inquiryId });
  const late = parkedUntil(10).when(take("ana", { at: noon + 10 }));
  expect(eventsOf(late.events, "inquiry.resolved")).toMatchObject([{ resolution: { type: "expired" } }]);
});

test("[AUDIENCE-7] an inquiry is assigned to one person, who has it until somebody takes it", () => {
  const assigned = parked().when(assign("ben"));
  expect(holderOf(assigned)).toBe("ben");
  expect(holderOf(assigned.when(take("cleo")))).toBe("cleo");
  expect(holderOf(assigned.when(take("cleo")).when(release("cleo")))).toBe("ben");
  expect(holderOf(assigned.when(take("cleo")).when(assign("dora")))).toBe("dora");
  expect(holderOf(assigned.when(assign(null)))).toBeUndefined();
  expect(assigned.when(assign("ben")).events).toEqual([]);
});

test("[AUDIENCE-7] who may answer assigns it to others who may, and to nobody else", () => {
  expect(restricted.when(assign("ben")).refusal).toMatchObject({ code: "assignee-not-in-audience" });
  expect(holderOf(restricted.when(assign("ben", { toGroups: ["ops"] })))).toBe("ben");
  expect(restricted.when(assign("ana", { by: "ben" })).refusal).toMatchObject({ code: "not-in-audience" });
});

test("[AUDIENCE-7] who may let others answer assigns it to anybody, who may answer from then on", () => {
  const widened = restricted.when(assign("ben", { by: "zoe", widens: true }));
  expect(widened.conversation).toMatchObject({
    inquiry: { assignee: "ben", audience: { people: ["ana", "ben"], groups: ["ops"] } },
  });
  expect(widened.when(answer(sqlite, { by: "ben" })).events.length).toBeGreaterThan(0);
  // Whom the audience does not have any more is let in where it is assigned to them already.
  const left = restricted.when(assign("dora", { toGroups: ["ops"] })).when(assign("dora", { by: "zoe", widens: true }));
  expect(left.conversation).toMatchObject({
    inquiry: { assignee: "dora", audience: { people: ["ana", "dora"], groups: ["ops"] } },
  });
  expect(left.when(assign("dora", { by: "zoe", widens: true })).events).toEqual([]);
  const open = parked().when(assign("ben", { by: "zoe", widens: true }));
  expect(open.conversation.status === "parked" && waitsFor(open.conversation.inquiry)).toBeUndefined();
});
