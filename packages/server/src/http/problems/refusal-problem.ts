import type { Audience, Refusal } from "@askback/core";
import { audienceView } from "../views.ts";
import type { Problem } from "./problem.ts";

type RefusalProblem = Omit<Problem, "detail"> & { readonly code: Refusal["code"] };

const problemByCode = {
  "conversation-exists": { status: 409, title: "This conversation exists already", hint: "Start another one." },
  "conversation-unknown": {
    status: 404,
    title: "There is no such conversation",
    hint: "Check the id, or list conversations at GET /v1/conversations.",
  },
  "inquiry-not-open": {
    status: 409,
    title: "This inquiry is not open",
    hint: "Read it at GET /v1/inquiries/:id to see how it ended.",
  },
  "inquiry-not-held": {
    status: 409,
    title: "No answer of yours is held",
    hint: "A held answer can be taken back, or delivered at once, by who gave it, until heldUntil.",
  },
  "not-in-audience": {
    status: 403,
    title: "Others have to answer this",
    hint: "Nothing of yours was recorded. `audience` says who may answer; ask one of them.",
  },
  "agreement-by-key": {
    status: 403,
    title: "Only people count here, and this is a key",
    hint: "Several people have to agree: sign in as one of them, or let the rule of the quorum count `keys`. You may refuse it.",
  },
  "approval-by-asker": {
    status: 403,
    title: "You asked for this yourself",
    hint: "Several people have to agree, and who asked is not counted. You may refuse it.",
  },
  "assignee-not-in-audience": {
    status: 422,
    title: "Who it would be assigned to may not answer this",
    hint: "`audience` says who may. Assign it to one of them; who asked can assign it to anybody.",
  },
  "inquiry-without-deadline": {
    status: 409,
    title: "This inquiry has no deadline",
    hint: "There is nothing to extend: it waits for as long as it takes.",
  },
  "deadline-not-later": {
    status: 422,
    title: "The deadline would not be later",
    hint: "Give a time after the deadline in GET /v1/inquiries/:id, or null for none.",
  },
  "revision-changed": {
    status: 409,
    title: "The question has changed",
    hint: "Read it again at GET /v1/inquiries/:id and name the new revision.",
  },
  "answer-misfit": {
    status: 422,
    title: "The answer does not fit the questions",
    hint: "Read the questions at GET /v1/inquiries/:id and correct the answer.",
  },
  "inquiry-not-amendable": {
    status: 409,
    title: "This question cannot be changed",
    hint: "Only a program that asked at POST /v1/inquiries can change what it asked.",
  },
  "not-the-asker": {
    status: 403,
    title: "Somebody else asked this",
    hint: "Only the caller who asked changes or withdraws it. Answer it instead, where you may.",
  },
  "thread-full": {
    status: 409,
    title: "Too many asks of this thread are open",
    hint: "Wait until one of them is answered, withdraw one, or ask in another thread.",
  },
  "message-unread": {
    status: 409,
    title: "Nobody would read this message",
    hint: "The agent runs elsewhere and gets only answers: answer an open question, or name it in `answers`.",
  },
  "call-not-startable": {
    status: 409,
    title: "This call cannot be started",
    hint: "Only the asker of an allowed approval with `singleUse` can start its call, once. `call` in GET /v1/inquiries/:id says when it was started: it may have happened.",
  },
  "call-not-started": {
    status: 409,
    title: "No call of this approval is running",
    hint: "Report the end of a call once, after POST /v1/inquiries/:id/start-call.",
  },
  "call-of-other-starter": {
    status: 409,
    title: "Another starter runs this call",
    hint: "Only the `starter` that was given at the start reports the end. If it has ended itself, give `interrupted` and tell your caller that the call may have happened.",
  },
  "message-blank": { status: 422, title: "The message is blank", hint: "Send some text or a file." },
  "files-misfit": {
    status: 422,
    title: "These files cannot be sent together",
    hint: "Send fewer, or some of them in another message.",
  },
  "nothing-to-stop": {
    status: 409,
    title: "Nothing is running",
    hint: "Only a conversation at work or waiting for an answer can be stopped.",
  },
  "title-blank": { status: 422, title: "The title is blank", hint: "Give it at least one visible character." },
  "belongs-to-parent": {
    status: 409,
    title: "This conversation is a sub-agent's",
    hint: "To write to, resume, retry or delete it, go to the conversation in `parentId`, which it works for; this one can be read and stopped.",
  },
  "nothing-to-resume": {
    status: 409,
    title: "The conversation is not paused",
    hint: "Only a paused conversation can be resumed; send a message to start a run.",
  },
  "nothing-to-retry": {
    status: 409,
    title: "The last run has not failed",
    hint: "Only a failed run, or a model call that waits for its next attempt, can be retried; send a message to start a run.",
  },
  "permission-unknown": {
    status: 404,
    title: "There is no such permission",
    hint: "It may be revoked already: GET /v1/conversations/:id lists the permissions of a conversation.",
  },
  "effect-stale": { status: 409, title: "The work has moved on", hint: "Read the conversation again." },
} as const satisfies Record<Refusal["code"], Omit<RefusalProblem, "code">>;

/** The problem that a refusal of the core is sent as. */
export function refusalProblem(refusal: Refusal): Problem {
  const { code, ...extensions } = refusal;
  const { reason, audience, ...rest } = { reason: undefined, audience: undefined, ...extensions };
  const detail = audience ? audienceText(audience) : reason;
  return {
    ...problemByCode[code],
    code,
    ...(detail !== undefined && { detail }),
    ...(audience && { audience: audienceView(audience) }),
    ...rest,
  };
}

function audienceText({ people = [], groups = [] }: Audience): string {
  const names = [...people, ...groups.map((group) => `the group ${group}`)];
  return `Only ${names.join(", ")} may answer.`;
}

export function conversationUnknown(id: string): Problem {
  return { ...refusalProblem({ code: "conversation-unknown" }), detail: `There is no conversation "${id}".` };
}
