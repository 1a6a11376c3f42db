import { expect, test } from "vitest";
import type { Card } from "../card/card.ts";
import { cardStateOf, changeDraft, initialState, type PageState, receiveCard } from "./state.ts";

const option = (id: string, label: string) => ({ id, label });
const colour = {
  id: "q1",
  text: "Which colour?",
  options: [option("o1", "Red"), option("o2", "Blue")],
  multiSelect: false,
  ownWords: true,
};

function card(inquiry: object = {}, more: object = {}): Card {
  const asked = { id: "inq_1", agent: "Claude", status: "open", revision: 1, questions: [colour], askedAt: "" };
  return { inquiry: { ...asked, ...inquiry }, canAnswer: true, url: "", me: "ana", ...more } as unknown as Card;
}

const resolved = (by: string) => ({ status: "answered", resolution: { type: "answered", at: "", by, answers: [] } });
const opened = receiveCard(initialState, card());
const written = changeDraft(opened, { type: "write", question: "q1", text: "Green" });

test("[MCP-17] nothing is picked at the start, and a card that may not answer takes no draft", () => {
  expect(opened.draft).toEqual({ revision: 1, answers: {}, comment: "", step: 0 });
  expect(cardStateOf(opened)).toBe("pending");
  const shown = receiveCard(initialState, card({}, { canAnswer: false }));
  expect(cardStateOf(shown)).toBe("readonly");
  expect(changeDraft(shown, { type: "pick", question: "q1", option: "o1" })).toBe(shown);
});

test("[MCP-18] a saved draft is taken, unless something was written since; one of an older revision keeps its texts", () => {
  const answer = { options: ["o1"], text: "Or pink", isTextChosen: false, note: "", isSkipped: false };
  const draft = { revision: 1, answers: { q1: answer }, comment: "Soon", step: 0 };
  const saved = { draft: { draft, device: "Host", savedAt: "" } };
  expect(receiveCard(opened, card({}, saved)).draft).toEqual(draft);
  expect(receiveCard(written, card({}, saved)).draft).toBe(written.draft);
  const later = receiveCard(opened, card({ revision: 2 }, saved)).draft;
  expect(later).toMatchObject({ revision: 2, comment: "Soon", answers: { q1: { options: [], text: "Or pink" } } });
});

test("[MCP-18] an answer of somebody else shows what was written here, and stays in the form while it has the focus", () => {
  const ended = receiveCard(written, card(resolved("ben")), { isInUse: true });
  expect(ended).toMatchObject({ recovered: "Which colour?\nGreen", isOvertaken: true, hasJustEnded: true });
  expect(cardStateOf(ended)).toBe("answered");
  expect(receiveCard(written, card(resolved("ben")))).toMatchObject({ isOvertaken: false });
  expect(receiveCard(opened, card(resolved("ben"))).recovered).toBeUndefined();
  const reasoned: PageState = { ...opened, reason: "Not mine" };
  expect(receiveCard(reasoned, card(resolved("ben"))).recovered).toBe("Not mine");
});

test("[MCP-18] the answer that was sent here leaves nothing behind", () => {
  const sent = { ...written, sending: { status: "sending" } } as const;
  const ended = receiveCard(sent, card(resolved("ana"), { isAccepted: true }), { isReply: true, isInUse: true });
  expect(ended).toMatchObject({ recovered: undefined, isOvertaken: false, sending: { status: "none" } });
});

test("[MCP-18] a changed question keeps what still fits, and says what does not", () => {
  const picked = changeDraft(opened, { type: "pick", question: "q1", option: "o1" });
  const changed = { ...colour, options: [option("o2", "Blue"), option("o3", "Pink")] };
  const amended = receiveCard(picked, card({ revision: 2, questions: [changed] }), { isReply: true });
  expect(amended.draft).toMatchObject({ revision: 2, answers: { q1: { options: [] } } });
  expect(amended.amendment).toMatchObject({ droppedPicks: ["Red"], isAnswerRefused: true });
  expect(amended.amendment?.changes).toEqual([
    { type: "options-added", labels: ["Pink"] },
    { type: "options-removed", labels: ["Red"] },
  ]);
  const closed = receiveCard(written, card({ revision: 2, questions: [{ ...colour, ownWords: false }] }));
  expect(closed.recovered).toContain("Green");
});

test("[MCP-18] what arrives late changes nothing: an older revision, or that the question was open", () => {
  const second = receiveCard(opened, card({ revision: 2 }));
  expect(receiveCard(second, card({ revision: 1 }))).toBe(second);
  const ended = receiveCard(opened, card(resolved("ben")));
  expect(receiveCard(ended, card())).toBe(ended);
});

test("[MCP-18] an answer that somebody can still take back closes the form, and the draft is there when they do", () => {
  const held = receiveCard(written, card({ status: "held" }));
  expect(cardStateOf(held)).toBe("held");
  expect(changeDraft(held, { type: "write", question: "q1", text: "x" })).toBe(held);
  const open = receiveCard(held, card());
  expect(cardStateOf(open)).toBe("pending");
  expect(open.draft).toBe(written.draft);
});

test("[MCP-16] what the server says about the person is kept, and a card that it refuses only reads", () => {
  const { me: _, ...polled } = card();
  const read = receiveCard(opened, polled);
  expect(read.card?.me).toBe("ana");
  expect(cardStateOf({ ...read, isRefused: true })).toBe("readonly");
});
