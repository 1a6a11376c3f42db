import type { ProblemCodeText } from "./external-problem-codes.ts";

/** The codes of inquiries that not everybody may answer. */
export const audienceProblemCodes = {
  "agreement-by-key": {
    statuses: [403],
    meaning:
      "Several people have to allow this call, and the caller is a key, or somebody whom a backend lets in by a token: nobody knows which person that is. Nothing was recorded.",
    remedy:
      "Let people sign in to agree. A rule of the `quorum` with `keys: true` counts keys too. Whoever may answer may refuse the call.",
  },
  "approval-by-asker": {
    statuses: [403],
    meaning: "Several people have to allow this call, and the caller asked for it. Nothing was recorded.",
    remedy: "Let others decide. Whoever asked may still refuse the call, or withdraw it.",
  },
  "assignee-cannot-answer": {
    statuses: [422],
    meaning:
      "An inquiry was to be assigned to somebody who answers nothing in the project: a viewer, or somebody who is disabled, was removed or never was a member.",
    remedy: "`GET /v1/members` lists the members: assign it to one who is no viewer and is not disabled.",
  },
  "assignee-not-in-audience": {
    statuses: [422],
    meaning: "An inquiry was to be assigned to somebody who may not answer it.",
    remedy: "`audience` says who may: assign it to one of them. Who asked it can assign it to anybody.",
  },
  "not-in-audience": {
    statuses: [403],
    meaning: "Only some people may answer this inquiry, and the caller is none of them. Nothing was recorded.",
    remedy: "`audience` names who may. Ask one of them; who asked can assign it to somebody else.",
  },
  "secret-unknown": {
    statuses: [404],
    meaning:
      "No secret has this handle for the caller: only the program that asked for it gets it, after the answer is delivered.",
    remedy:
      "Use the handle of the answer as it is, with the key that asked. It is gone when the conversation is deleted.",
  },
} as const satisfies Readonly<Record<string, ProblemCodeText>>;
