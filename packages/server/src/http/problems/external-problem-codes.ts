/** What a code means and what to do about it, for the page that the `type` of a problem leads to. */
export interface ProblemCodeText {
  readonly statuses: readonly number[];
  readonly meaning: string;
  readonly remedy: string;
}

/** The codes that only programs get which ask from elsewhere, and people who answer them. */
export const externalProblemCodes = {
  "already-claimed": {
    statuses: [409],
    meaning: "Another claimant of your program continues with this resolution, or has what you claimed by name.",
    remedy: "Do not continue with it here: what follows an answer is done once. `claimant` says who has a named claim.",
  },
  "ask-invalid": {
    statuses: [422],
    meaning: "What was asked breaks a rule: two equal labels, no options and no own words, or a text that is too long.",
    remedy: "`detail` names each field and what is allowed. Nothing was asked; correct it and ask again.",
  },
  "ask-key-reused": {
    statuses: [422],
    meaning: "You have asked something else under this key, and that inquiry still exists.",
    remedy: "Use a key of its own for each question. `inquiryId` is what was asked under it.",
  },
  "call-not-startable": {
    statuses: [409],
    meaning:
      "The asker cannot start the call of this approval: it is not allowed, not `singleUse`, asked by somebody else, or was started before.",
    remedy: "Read the inquiry: if `call` says that it was started, it may have happened. Do not run it again.",
  },
  "call-not-started": {
    statuses: [409],
    meaning: "The end of a call was reported that was not started, or whose end is reported already.",
    remedy: "Report the end of a call once, after its start was granted.",
  },
  "call-of-other-starter": {
    statuses: [409],
    meaning: "The end of a call was reported by a process that did not start it.",
    remedy:
      "Leave the report to the `starter` in `call`. If that process has ended, report with `interrupted`, and tell your caller that the call may have happened.",
  },
  "inquiry-not-amendable": {
    statuses: [409],
    meaning: "The inquiry was asked by an agent that runs here, so no program can change it.",
    remedy: "Withdraw it, or send the agent a message.",
  },
  "inquiry-unresolved": {
    statuses: [409],
    meaning: "Only a resolved inquiry can be claimed, and nobody has resolved this one yet.",
    remedy: "Wait for its resolution with `?wait=60`, and claim it then.",
  },
  "message-unread": {
    statuses: [409],
    meaning:
      "The agent of this conversation runs elsewhere and gets only answers. The message answers none: no inquiry is open, or several are and it names none of them.",
    remedy: "Answer an open inquiry, or name it in `answers`.",
  },
  "not-the-asker": {
    statuses: [403],
    meaning: "You may see this inquiry, but another caller asked it, and only that one changes or withdraws it.",
    remedy: "Use the key that asked, or answer it where you may.",
  },
  "thread-full": {
    statuses: [409],
    meaning: "A thread has at most 100 asks that are open at once.",
    remedy: "Wait until people have answered some, withdraw those that no longer matter, or use more threads.",
  },
} as const satisfies Readonly<Record<string, ProblemCodeText>>;
