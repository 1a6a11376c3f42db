import { foldedText } from "../ask/plain-text.ts";
import type { Audience, WaitsFor } from "./audience.ts";
import { canonicalEscalation, type EscalationStep, type Fallback } from "./escalation.ts";
import type { RememberedPart } from "./permission.ts";
import type { Presentation } from "./presentation.ts";
import type { Question } from "./question.ts";
import { type Agreement, missingGroups, type Quorum, quorumAudience } from "./quorum.ts";
import type { InquiryStatus, Resolution } from "./resolution.ts";
import type { Terms } from "./run.ts";
import type { Editable, Json } from "./tool-call.ts";

/** The questions of one ask, which people answer together and which are resolved once. */
export interface Inquiry {
  readonly id: string;
  readonly revision: number;
  readonly contract: string;
  readonly callId: string;
  /** Set where a program asked that runs elsewhere. */
  readonly origin?: Origin;
  /** People should know this before they answer; it is markdown. */
  readonly context?: string;
  readonly questions: readonly Question[];
  readonly askedAt: number;
  /** When it expires; set only where the agent's definition or the asker gave a deadline. */
  readonly deadline?: number;
  /** Only these may answer; everybody in the project may where it is absent. */
  readonly audience?: Audience;
  /** The channels by which people are told first; all that they have switched on where it is absent. */
  readonly channels?: readonly string[];
  /** These steps are taken while nobody answers, in the order of time. */
  readonly escalation?: readonly EscalationStep[];
  /** How many of these steps have happened. */
  readonly reminded?: number;
  /** These are asked when the deadline passes, and the inquiry does not expire then; it is absent once that has happened. */
  readonly onDeadline?: Fallback;
  /** This person is asked to answer. Others may answer all the same. */
  readonly assignee?: string;
  /** This person says that they are answering. Others may answer all the same. */
  readonly takenBy?: string;
  /** The greatest number in the ids of its questions and options so far; set once it was changed. */
  readonly lastId?: number;
  /** When the asker last changed it. */
  readonly amendedAt?: number;
  readonly approval?: GatedCall;
  /** How many people must allow the call; one is enough where it is absent. */
  readonly quorum?: Quorum;
  /** These people have allowed the call so far, in the order in which they did. */
  readonly agreements?: readonly Agreement[];
  /** Each warning names something that was repaired in the model's input. */
  readonly warnings?: readonly string[];
}

/** A program gave this with its ask, and only that program sees it. */
export interface Origin {
  /** The key of the program, as a principal. */
  readonly by: string;
  readonly thread?: string;
  /** The name of the ask, unique among those of the asker: the same key again finds this inquiry. */
  readonly key?: string;
  /** Equal for requests that ask the same. */
  readonly fingerprint: string;
  /** Data of the asker, sealed, which comes back with the resolution. */
  readonly state?: string;
  /** The address that is told of every change. */
  readonly webhook?: string;
}

/** An inquiry that waits for its resolution, with an answer that can still be taken back. */
export interface OpenInquiry {
  readonly inquiry: Inquiry;
  readonly held?: HeldAnswer;
}

/** The gated call, exactly as it would run. */
export interface GatedCall {
  readonly tool: string;
  readonly input: Json;
  readonly presentation?: Presentation;
  /** Set if people may allow it for the rest of the conversation: the part of the input that later calls must share. */
  readonly remember?: RememberedPart;
  /** Set if people may change the input when they allow it. */
  readonly editable?: Editable;
  /** Whether the program that asked reports when it starts the call; it can start it once. */
  readonly singleUse?: true;
}

/** The program that asked reported this about its allowed call. */
export interface ReportedCall {
  readonly startedAt: number;
  /** Who runs it, by the name that the program gave; only that one reports its end. */
  readonly starter?: string;
  readonly finishedAt?: number;
  /** Set if it is not known how it ended, and a caller was told so. */
  readonly interrupted?: true;
}

/** An inquiry as people query it, with its origin and its resolution. */
export interface InquiryRecord extends Inquiry {
  readonly conversationId: string;
  readonly project: string;
  /** Absent where a program asked that runs elsewhere. */
  readonly runId?: string;
  readonly agent: string;
  readonly status: InquiryStatus;
  readonly held?: HeldAnswer;
  readonly resolution?: Resolution;
  /** The run that continues with the answer, where that is a new run. */
  readonly nextRunId?: string;
  readonly call?: ReportedCall;
}

/** An answer that its author can retract until a time. It already wins over any other answer. */
export interface HeldAnswer {
  readonly resolution: Extract<Resolution, { type: "answered" }>;
  readonly until: number;
  /** Set where it is the last of several agreements. */
  readonly agreement?: Agreement;
  readonly trace?: string;
}

/** Returns what the agent's definition says about every inquiry that it asks at this time. */
export function inquiryTerms(
  { deadlineMs, audience, channels, escalation, onDeadline }: Terms,
  at: number,
): Pick<Inquiry, "deadline" | "audience" | "channels" | "escalation" | "onDeadline"> {
  return {
    ...(deadlineMs !== undefined && { deadline: at + deadlineMs }),
    ...(audience && { audience }),
    ...(channels && { channels }),
    ...(escalation && { escalation: canonicalEscalation(escalation) }),
    ...(onDeadline && deadlineMs !== undefined && { onDeadline }),
  };
}

/** Returns for whom an inquiry waits; undefined means everybody in the project. */
export function waitsFor({ audience, quorum, agreements = [] }: Inquiry): WaitsFor | undefined {
  if (!quorum) return audience;
  const except = [...quorum.excludes, ...agreements.map(({ by }) => by)].sort();
  const among = missingGroups(quorum, agreements);
  // Older servers do not know `among`, so what they can read as an audience is written as one.
  const isOfRules = JSON.stringify(audience) === JSON.stringify(quorumAudience(quorum.rules));
  const whom = among && isOfRules ? { groups: among } : { ...audience, ...(among && { among }) };
  return { ...whom, ...(except.length > 0 && { except }) };
}

interface AskedQuestions {
  readonly questions: readonly { readonly secret?: boolean | undefined }[];
}

/** Whether an inquiry asks for a secret, which no message can give. */
export function asksSecret({ questions }: AskedQuestions): boolean {
  return questions.some(({ secret }) => secret);
}

/** Returns who has an inquiry: whoever took it, or else the person to whom it is assigned. */
export function assigneeOf({ takenBy, assignee }: Pick<Inquiry, "takenBy" | "assignee">): string | undefined {
  return takenBy ?? assignee;
}

/** The first question, which is the only one for contracts that ask one question at a time. */
export function firstQuestion({ questions: [question] }: Pick<Inquiry, "questions">): Question {
  if (!question) throw new Error("an inquiry has at least one question");
  return question;
}

/** Equal for contexts that look the same to a person. */
export function contextFingerprint({ context = "" }: Pick<Inquiry, "context">): string {
  return foldedText(context);
}

/** Equal for asks that look the same to a person, whatever their context. */
export function askFingerprint(questions: Inquiry["questions"]): string {
  return JSON.stringify(
    questions.map(({ text, options, multiSelect }) => [
      foldedText(text),
      options.map(({ label }) => foldedText(label)),
      multiSelect,
    ]),
  );
}
