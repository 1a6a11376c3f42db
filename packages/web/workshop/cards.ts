import type { Draft, Inquiry, Question } from "@askback/core/wire";
import type { CardState, InquiryCard } from "@askback/react";
import { shownCard } from "../../react/src/card/testing/shown-card.ts";
import { approvalInquiry, longApproval, presentedApprovals } from "./approvals.ts";
import { files } from "./attachments.ts";
import { hostile, manyOptions, pickSeveral, rightToLeft, threeQuestions, withPreviews } from "./questions.ts";

/** The time at which all cards are shown. */
export const now = Date.parse("2026-05-04T14:02:00.000Z");

export interface ShownCard {
  readonly name: string;
  readonly card: InquiryCard;
}

const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

const database: Question = {
  id: "q1",
  header: "Storage",
  text: "Which database should the service use?",
  multiSelect: false,
  ownWords: true,
  options: [
    {
      id: "o1",
      label: "Postgres",
      description: "Best for many writers. Needs a server.",
      recommended: { reason: "handles many writers" },
    },
    { id: "o2", label: "SQLite", description: "One file, nothing to operate." },
    { id: "o3", label: "Neither, keep the files" },
  ],
};

const asked: Inquiry = {
  id: "inq_1",
  conversationId: "conv_1",
  project: "default",
  runId: "run_1",
  agent: "Planner",
  status: "open",
  revision: 1,
  contract: "ask_user_question",
  questions: [database],
  askedAt: at(-12),
};

const blank: Draft = { revision: 1, answers: {}, comment: "", step: 0 };

/** A draft with the answers of some questions. */
function draft(
  answers: Readonly<Record<string, Partial<Draft["answers"][string]>>>,
  changes: Partial<Draft> = {},
): Draft {
  const empty = { options: [], text: "", isTextChosen: false, note: "", isSkipped: false };
  const filled = Object.entries(answers).map(([id, answer]) => [id, { ...empty, ...answer }]);
  return { ...blank, answers: Object.fromEntries(filled), ...changes };
}

type Changes = Parameters<typeof shownCard>[0] & {};

/** A card whose actions do nothing. */
function card({ inquiry, ...changes }: Changes = {}): InquiryCard {
  return shownCard({ draft: blank, ...changes, inquiry: { ...asked, ...inquiry } });
}

type ResolvedState = Exclude<CardState, "pending" | "submitting" | "held" | "readonly">;
type Resolution = NonNullable<Inquiry["resolution"]>;

/** A card of a resolved inquiry. */
function resolvedCard(type: ResolvedState, resolution: Partial<Resolution> = {}, changes: Changes = {}): InquiryCard {
  return card({
    state: type,
    ...changes,
    inquiry: { status: type, resolution: { type, at: at(0), ...resolution }, ...changes.inquiry },
  });
}

/** A card of an approval that was answered. */
function resolvedApproval(inquiry: Partial<Inquiry>, resolution: Partial<Resolution>, allowed: boolean): InquiryCard {
  const { by = "ana" } = resolution;
  const receipt = { inquiryId: "inq_1", resolution: "answered", allowed, by, at: at(0), runId: "run_1" } as const;
  return resolvedCard("answered", resolution, { inquiry: { ...inquiry, status: "answered", receipt } });
}

const picked = draft({ q1: { options: ["o1"], note: "After the migration of May." } });
const answers: Resolution["answers"] = [{ question: "q1", options: ["o1"], note: "After the migration of May." }];
const submission = { type: "answer", hold: 0 } as const;
const problem = {
  type: "https://askback.dev/errors/internal",
  status: 500,
  code: "internal",
  title: "The server could not store it",
  hint: "Try again in a moment.",
};
const written = draft({ q1: { text: "A graph database, because of the recursive reports.", isTextChosen: true } });
const savedDraft = { draft: written, device: "Firefox on Android", savedAt: at(-1) };
const longContext = Array.from(
  { length: 40 },
  (_, index) => `${index + 1}. The service writes **${index * 7}** rows a second into \`table_${index}\`.`,
).join("\n");

const pending: Readonly<Record<string, Changes>> = {
  "one question": {},
  "one question, picked": { draft: picked },
  "one question, own words": { draft: written },
  "one question, own words with files": {
    draft: draft({ q1: { text: "Like on the whiteboard.", isTextChosen: true, files: [...files] } }),
  },
  "one question, own words kept": {
    draft: draft({ q1: { options: ["o2"], text: "A graph database, because of the reports." } }),
  },
  "one question, several picks": { inquiry: { questions: [pickSeveral] } },
  "several picks and own words": {
    inquiry: { questions: [pickSeveral] },
    draft: draft({ q2: { options: ["o1", "o3"], text: "The audit log", isTextChosen: true } }),
  },
  "only own words": { inquiry: { questions: [{ ...database, text: "What should it be called?", options: [] }] } },
  "no own words": { inquiry: { questions: [{ ...database, ownWords: false }] } },
  "several questions": { inquiry: { questions: threeQuestions } },
  "several questions, second": {
    inquiry: { questions: threeQuestions },
    draft: draft({ q1: { options: ["o1"] }, q3: { isSkipped: true } }, { step: 1 }),
  },
  "review with a gap": {
    inquiry: { questions: threeQuestions },
    draft: draft(
      {
        q1: { options: ["o1"], note: "Not before May." },
        q2: { options: ["o1", "o2"], text: "Audit log", isTextChosen: true },
      },
      { step: 3, comment: "Take your time." },
    ),
  },
  "review, complete": {
    inquiry: { questions: threeQuestions },
    draft: draft({ q1: { options: ["o1"] }, q2: { options: ["o1"] }, q3: { isSkipped: true } }, { step: 3 }),
  },
  "12 options": { inquiry: { questions: [manyOptions(12)] } },
  "200 options": { inquiry: { questions: [manyOptions(200)] }, draft: draft({ q1: { options: ["o7"] } }) },
  previews: { inquiry: { questions: [withPreviews] } },
  context: {
    inquiry: { context: "The service has **three** writers and [a plan](https://example.com/plan) to grow." },
  },
  "long context": { inquiry: { context: longContext } },
  approval: { inquiry: approvalInquiry },
  "approval of 200 lines": { inquiry: longApproval },
  "approval, fields": { inquiry: presentedApprovals.fields },
  "approval, diff": { inquiry: presentedApprovals.diff },
  "approval, command": { inquiry: presentedApprovals.command },
  "approval, with a note": { inquiry: approvalInquiry, draft: draft({ q1: { note: "Not before Monday." } }) },
  "deadline today": { inquiry: { deadline: at(238) } },
  "deadline near": { inquiry: { deadline: at(1.75) } },
  "deadline very near": { inquiry: { deadline: at(0.3) } },
  "others writing": { writers: ["Ben", "Chen"] },
  "restored draft": { draft: written, restored: { device: "your phone", savedAt: at(-1) } },
  "another draft": { draft: picked, otherDraft: savedDraft },
  offline: { draft: picked, isOffline: true },
  queued: { draft: picked, isOffline: true, sending: { status: "queued", submission } },
  failed: { draft: picked, sending: { status: "failed", submission, problem } },
  gone: { draft: picked, sending: { status: "failed", submission, problem }, isGone: true },
  "changed by the agent": { inquiry: { revision: 2 }, recovered: "MySQL, as everywhere else." },
  "right to left": { inquiry: rightToLeft },
  "hostile text": { inquiry: hostile },
};

const held = { status: "held", heldUntil: new Date(now + 4_000).toISOString() } as const;

/** Every state of a card, with its variants. */
export const cards: readonly ShownCard[] = [
  ...Object.entries(pending).map(([name, changes]) => ({ name: `pending: ${name}`, card: card(changes) })),
  {
    name: "submitting",
    card: card({ state: "submitting", draft: picked, sending: { status: "sending", submission, isSlow: false } }),
  },
  {
    name: "submitting: slow",
    card: card({ state: "submitting", draft: written, sending: { status: "sending", submission, isSlow: true } }),
  },
  { name: "held", card: card({ state: "held", draft: picked, inquiry: held }) },
  {
    name: "held: could not be undone",
    card: card({ state: "held", draft: picked, inquiry: held, failedAction: { action: "undo", problem } }),
  },
  {
    name: "held: undo waits",
    card: card({ state: "held", draft: picked, inquiry: held, isOffline: true, waitingAction: { action: "undo" } }),
  },
  {
    name: "answered: undone too late",
    card: resolvedCard("answered", { by: "ana", answers }, { failedAction: { action: "undoLate", problem } }),
  },
  {
    name: "held: by somebody else",
    card: card({
      state: "held",
      inquiry: {
        ...held,
        receipt: { inquiryId: "inq_1", resolution: "answered", by: "Ben", at: at(0), runId: "run_1" },
      },
    }),
  },
  { name: "readonly", card: card({ state: "readonly" }) },
  { name: "answered: by me", card: resolvedCard("answered", { by: "ana", answers }) },
  {
    name: "answered: by somebody else",
    card: resolvedCard(
      "answered",
      { by: "Ben", answers },
      { recovered: "A graph database, because of the recursive reports." },
    ),
  },
  {
    name: "answered: in own words",
    card: resolvedCard("answered", {
      by: "ana",
      answers: [{ question: "q1", text: "A graph database.\nBecause of the reports." }],
    }),
  },
  {
    name: "answered: with files",
    card: resolvedCard("answered", { by: "ana", answers: [{ question: "q1", text: "", files: [...files] }] }),
  },
  {
    name: "answered: several questions",
    card: resolvedCard(
      "answered",
      {
        by: "ana",
        answers: [
          { question: "q1", options: ["o1"], note: "Not before May." },
          { question: "q2", options: ["o1", "o2"], text: "Audit log" },
          { question: "q3", skipped: true },
        ],
        comment: "Take your time.",
      },
      { inquiry: { questions: threeQuestions, context: "The service has **three** writers." } },
    ),
  },
  {
    name: "answered: allowed",
    card: resolvedApproval(approvalInquiry, { by: "ana", answers: [{ question: "q1", options: ["o1"] }] }, true),
  },
  {
    name: "answered: remembered",
    card: resolvedApproval(
      presentedApprovals.fields,
      { by: "ana", answers: [{ question: "q1", options: ["o3"] }] },
      true,
    ),
  },
  {
    name: "answered: refused",
    card: resolvedApproval(
      approvalInquiry,
      { by: "Ben", answers: [{ question: "q1", options: ["o2"], note: "Not on a Friday." }] },
      false,
    ),
  },
  {
    name: "answered in chat: by me",
    card: resolvedCard("answered-in-chat", {
      by: "ana",
      messageId: "msg_9",
      text: "Neither for now. Let us talk about it on Monday.",
    }),
  },
  {
    name: "answered in chat: by somebody else",
    card: resolvedCard("answered-in-chat", { by: "Ben", messageId: "msg_9" }),
  },
  { name: "delegated: by me", card: resolvedCard("delegated", { by: "ana" }) },
  { name: "delegated: by somebody else", card: resolvedCard("delegated", { by: "Ben" }) },
  { name: "declined: by me", card: resolvedCard("declined", { by: "ana", comment: "Not my decision to make." }) },
  { name: "declined: by somebody else", card: resolvedCard("declined", { by: "Ben" }) },
  { name: "dismissed: by me", card: resolvedCard("dismissed", { by: "ana" }) },
  { name: "dismissed: by somebody else", card: resolvedCard("dismissed", { by: "Ben", comment: "I will explain." }) },
  { name: "expired", card: resolvedCard("expired", {}, { inquiry: { deadline: at(-2) } }) },
  {
    name: "expired: with a draft",
    card: resolvedCard(
      "expired",
      {},
      { inquiry: { deadline: at(-2) }, recovered: "A graph database, because of the reports." },
    ),
  },
  { name: "superseded", card: resolvedCard("superseded") },
  { name: "withdrawn", card: resolvedCard("withdrawn") },
  { name: "withdrawn: with a draft", card: resolvedCard("withdrawn", {}, { recovered: "SQLite, if it must be." }) },
  {
    name: "answered: right to left",
    card: resolvedCard("answered", { by: "ليلى", answers }, { inquiry: rightToLeft }),
  },
];
