import { type AskedElsewhere, canonicalJson, type InquiryRecord, type Json, type Question } from "@askback/core";
import { sha256Of } from "../../sha256.ts";

/** What an ask puts to whom; its deadline, state and webhook may be others when it is repeated. */
export type AskContent = Pick<
  AskedElsewhere,
  "contract" | "questions" | "context" | "approval" | "audience" | "quorum" | "channels" | "escalation" | "onDeadline"
>;

/** The number of the form that fingerprints have now. The first form had none, and depended on the order of keys. */
const form = "2:";

/** By what a repeated ask is known to be the same, in whatever order its keys come. */
export function askFingerprint(content: AskContent, thread: string | undefined): string {
  return `${form}${sha256Of(canonical([content, thread]))}`;
}

/** Whether an ask repeats the one that was recorded with a fingerprint of this form or the first one. */
export function hasFingerprint(stored: string, content: AskContent, thread: string | undefined): boolean {
  return stored === askFingerprint(content, thread) || stored === sha256Of(JSON.stringify([content, thread]));
}

/** Whether an ask has the words that its inquiry has by now, after amendments; ids are given anew to whoever repeats it. */
export function isAskedNow(record: InquiryRecord, content: AskContent, thread: string | undefined): boolean {
  return record.origin?.thread === thread && canonical(withoutIds(record)) === canonical(withoutIds(content));
}

function withoutIds(content: AskContent): unknown {
  const { contract, questions, context, approval, audience, quorum, channels, escalation, onDeadline } = content;
  return {
    contract,
    questions: questions.map(({ id: _, options, ...question }: Question) => ({
      ...question,
      options: options.map(({ id: _id, ...option }) => option),
    })),
    context,
    approval,
    audience,
    // Who asks may never agree, which is added when it is recorded.
    quorum: quorum?.rules,
    channels,
    escalation,
    onDeadline,
  };
}

function canonical(value: unknown): string {
  // Fields without a value are left out.
  return canonicalJson(JSON.parse(JSON.stringify(value)) as Json);
}
