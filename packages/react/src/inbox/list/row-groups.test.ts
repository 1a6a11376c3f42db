import { expect, test } from "vitest";
import { inquiryOf } from "../../testing/samples.ts";
import { byConversation, toListRows } from "./row-groups.ts";

const asked = (id: string, conversationId: string) => inquiryOf({ id, conversationId });
const rows = [asked("a1", "a"), asked("b1", "b"), asked("a2", "a"), asked("c1", "c")];

test("[INBOX-23] inquiries of one conversation come together, where the first of them is", () => {
  expect(byConversation(rows).map(({ id }) => id)).toEqual(["a1", "a2", "b1", "c1"]);
});

test("[INBOX-23] only a conversation with several inquiries has a title above them", () => {
  const listed = toListRows(byConversation(rows), new Set());
  expect(listed.map(({ type, id }) => `${type} ${id}`)).toEqual([
    "group group a1",
    "inquiry a1",
    "inquiry a2",
    "inquiry b1",
    "inquiry c1",
  ]);
  expect(listed[0]).toMatchObject({ conversationId: "a", count: 2, isFolded: false });
});

test("[INBOX-23] a folded conversation shows its title alone", () => {
  const listed = toListRows(byConversation(rows), new Set(["a", "b"]));
  expect(listed.map(({ id }) => id)).toEqual(["group a1", "b1", "c1"]);
});

test("[INBOX-23] rows that were added apart stay where they are, each with an id of its own", () => {
  const apart = [...rows.slice(0, 3), asked("a3", "a")];
  expect(toListRows(apart, new Set()).map(({ id }) => id)).toEqual(["a1", "b1", "group a2", "a2", "a3"]);
});
