import { visibleJson } from "../ask/plain-text.ts";
import { isAllowed } from "../contracts/approval.ts";
import { contractByName } from "../contracts/contract-by-name.ts";
import { answerText } from "../deliveries/answer-text.ts";
import { firstQuestion, type InquiryRecord } from "../model/inquiry.ts";
import type { Option } from "../model/question.ts";

/** An inquiry as a block of the message that asked it; `content` has all of it as plain text. */
export interface QuestionBlock {
  readonly type: "action";
  readonly action_type: "question_request";
  readonly status: "pending" | "success" | "denied";
  readonly content: string;
  readonly extra: QuestionFields;
  readonly inquiry: InquiryRecord;
  /** The model read this about the resolution. */
  readonly received?: string;
}

export interface QuestionFields {
  readonly needsUserAction: boolean;
  readonly questionHeader?: string;
  /** The first question; a client that shows several reads `inquiry`. */
  readonly questionText: string;
  readonly questionOptions: readonly { readonly label: string; readonly description?: string }[];
  readonly questionMultiple: boolean;
  readonly questionCustom: boolean;
  readonly questionResolution: "asked" | "replied" | "rejected";
  readonly answerText?: string;
  /** Set when a person's message was the answer. */
  readonly answerMessageId?: string;
}

const statusByResolution = { asked: "pending", replied: "success", rejected: "denied" } as const;

export function questionBlock(
  inquiry: InquiryRecord,
  { received, reply }: { readonly received?: string | undefined; readonly reply?: string | undefined },
): QuestionBlock {
  const { text, header, options, multiSelect, ownWords } = firstQuestion(inquiry);
  const questionResolution = questionResolutionOf(inquiry);
  const answer = answerOf(inquiry, reply);
  const { resolution } = inquiry;
  return {
    type: "action",
    action_type: "question_request",
    status: statusByResolution[questionResolution],
    content: contentOf(inquiry, questionResolution, answer),
    extra: {
      needsUserAction: inquiry.status === "open",
      ...(header !== undefined && { questionHeader: header }),
      questionText: text,
      questionOptions: options.map(({ label, description }) => ({
        label,
        ...(description !== undefined && { description }),
      })),
      questionMultiple: multiSelect,
      questionCustom: ownWords,
      questionResolution,
      ...(answer !== undefined && { answerText: answer }),
      ...(resolution?.type === "answered-in-chat" && { answerMessageId: resolution.messageId }),
    },
    inquiry,
    ...(received !== undefined && { received }),
  };
}

/** A held answer can be taken back, so nothing of it is shown: neither its words nor whether it allows a call. */
function questionResolutionOf({ status, approval, resolution }: InquiryRecord): QuestionFields["questionResolution"] {
  if (approval && resolution) return isAllowed({ approval }, resolution) ? "replied" : "rejected";
  switch (status) {
    case "open":
    case "held":
      return "asked";
    case "answered":
    case "answered-in-chat":
    case "delegated":
      return "replied";
    case "declined":
    case "dismissed":
    case "expired":
    case "superseded":
    case "withdrawn":
      return "rejected";
  }
}

function answerOf(inquiry: InquiryRecord, reply: string | undefined): string | undefined {
  const { resolution } = inquiry;
  if (resolution?.type === "answered") return answerText(inquiry, resolution, contractByName(inquiry.contract).join);
  return resolution?.type === "answered-in-chat" ? reply : undefined;
}

function contentOf(
  { questions, context, approval, status }: InquiryRecord,
  resolution: QuestionFields["questionResolution"],
  answer: string | undefined,
): string {
  const before = context === undefined ? [] : [context];
  const asked = questions.map(({ text, options }) => [text, ...options.map(optionText)].join("\n"));
  const call = approval ? [`${approval.tool} ${visibleJson(approval.input)}`] : [];
  return [...before, ...asked, ...call, answer ?? `(${outcomeOf(status, resolution)})`].join("\n");
}

function outcomeOf(status: InquiryRecord["status"], resolution: QuestionFields["questionResolution"]): string {
  if (status === "held") return "answered; the answer can still be taken back";
  return resolution === "asked" ? "waiting for an answer" : status;
}

function optionText({ label, recommended }: Option): string {
  if (!recommended) return `- ${label}`;
  return `- ${label} (recommended${recommended.reason === undefined ? "" : `: ${recommended.reason}`})`;
}
