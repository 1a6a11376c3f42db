import type { Draft, Inquiry, Question } from "@askback/core/wire";
import type { CardState, InquiryCard } from "@askback/react";
import { shownCard } from "../../react/src/card/testing/shown-card.ts";
import {
  approvalInquiry,
  hostile,
  manyOptions,
  pickSeveral,
  rightToLeft,
  threeQuestions,
  withPreviews,
} from "./questions.ts";

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

/** A card at which nothing happens. */
function card({ inquiry, ...changes }: Changes = {}): InquiryCard {
  return shownCard({ draft: blank, ...changes, inquiry: { ...asked, ...inquiry } });
}

type Ending = Exclude<CardState, "pending" | "submitting" | "held" | "readonly">;
type Resolution = NonNullable<Inquiry["resolution"]>;

/** A card that has come to its end. */
function ended(type: Ending, resolution: Partial<Resolution> = {}, changes: Changes = {}): InquiryCard {
  return card({
    state: type,
    ...changes,
    inquiry: { status: type, resolution: { type, at: at(0), ...resolution }, ...changes.inquiry },
  });
}

const picked = draft({ q1: { options: ["o1"], note: "After the migration of May." } });
const answers: Resolution["answers"] = [{ question: "q1", options: ["o1"], note: "After the migration of May." }];
const wish = { type: "answer", hold: 0 } as const;
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
  "deadline today": { inquiry: { deadline: at(238) } },
  "deadline near": { inquiry: { deadline: at(1.75) } },
  "deadline very near": { inquiry: { deadline: at(0.3) } },
  "others writing": { writers: ["Ben", "Chen"] },
  "restored draft": { draft: written, restored: { device: "your phone", savedAt: at(-1) } },
  "another draft": { draft: picked, otherDraft: savedDraft },
  offline: { draft: picked, isOffline: true },
  queued: { draft: picked, isOffline: true, sending: { status: "queued", wish } },
  failed: { draft: picked, sending: { status: "failed", wish, problem } },
  "changed by the agent": { inquiry: { revision: 2 }, recovered: "MySQL, as everywhere else." },
  "right to left": { inquiry: rightToLeft },
  "hostile text": { inquiry: hostile },
};

const held = { status: "held", heldUntil: new Date(now + 4_000).toISOString() } as const;

/** Every state that a card can be in, and every way in which it differs within one. */
export const cards: readonly ShownCard[] = [
  ...Object.entries(pending).map(([name, changes]) => ({ name: `pending: ${name}`, card: card(changes) })),
  {
    name: "submitting",
    card: card({ state: "submitting", draft: picked, sending: { status: "sending", wish, isSlow: false } }),
  },
  {
    name: "submitting: slow",
    card: card({ state: "submitting", draft: written, sending: { status: "sending", wish, isSlow: true } }),
  },
  { name: "held", card: card({ state: "held", draft: picked, inquiry: held }) },
  {
    name: "held: could not be undone",
    card: card({ state: "held", draft: picked, inquiry: held, failedAct: { act: "undo", problem } }),
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
  { name: "answered: by me", card: ended("answered", { by: "ana", answers }) },
  {
    name: "answered: by somebody else",
    card: ended(
      "answered",
      { by: "Ben", answers },
      { recovered: "A graph database, because of the recursive reports." },
    ),
  },
  {
    name: "answered: in own words",
    card: ended("answered", {
      by: "ana",
      answers: [{ question: "q1", text: "A graph database.\nBecause of the reports." }],
    }),
  },
  {
    name: "answered: several questions",
    card: ended(
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
    card: ended(
      "answered",
      { by: "ana", answers: [{ question: "q1", options: ["o1"] }] },
      {
        inquiry: {
          ...approvalInquiry,
          status: "answered",
          receipt: { inquiryId: "inq_1", resolution: "answered", allowed: true, by: "ana", at: at(0), runId: "run_1" },
        },
      },
    ),
  },
  {
    name: "answered: refused",
    card: ended(
      "answered",
      { by: "Ben", answers: [{ question: "q1", options: ["o2"], note: "Not on a Friday." }] },
      {
        inquiry: {
          ...approvalInquiry,
          status: "answered",
          receipt: { inquiryId: "inq_1", resolution: "answered", allowed: false, by: "Ben", at: at(0), runId: "run_1" },
        },
      },
    ),
  },
  { name: "answered in chat: by me", card: ended("answered-in-chat", { by: "ana", messageId: "msg_9" }) },
  { name: "answered in chat: by somebody else", card: ended("answered-in-chat", { by: "Ben", messageId: "msg_9" }) },
  { name: "delegated: by me", card: ended("delegated", { by: "ana" }) },
  { name: "delegated: by somebody else", card: ended("delegated", { by: "Ben" }) },
  { name: "declined: by me", card: ended("declined", { by: "ana", comment: "Not my decision to make." }) },
  { name: "declined: by somebody else", card: ended("declined", { by: "Ben" }) },
  { name: "dismissed: by me", card: ended("dismissed", { by: "ana" }) },
  { name: "dismissed: by somebody else", card: ended("dismissed", { by: "Ben", comment: "I will explain." }) },
  { name: "expired", card: ended("expired", {}, { inquiry: { deadline: at(-2) } }) },
  {
    name: "expired: with a draft",
    card: ended(
      "expired",
      {},
      { inquiry: { deadline: at(-2) }, recovered: "A graph database, because of the reports." },
    ),
  },
  { name: "superseded", card: ended("superseded") },
  { name: "withdrawn", card: ended("withdrawn") },
  { name: "withdrawn: with a draft", card: ended("withdrawn", {}, { recovered: "SQLite, if it must be." }) },
  { name: "answered: right to left", card: ended("answered", { by: "ليلى", answers }, { inquiry: rightToLeft }) },
];
