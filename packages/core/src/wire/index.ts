export { conversationStatuses } from "../model/conversation.ts";
export { type InquiryStatus, inquiryStatuses, type ResolutionType, resolutionTypes } from "../model/resolution.ts";
export { Answer, AnswerSet, Comment, Draft, type DraftAnswer, SaveDraft, SavedDraft } from "./answer.ts";
export { type GatedCall, Permission } from "./approval.ts";
export { AmendInquiry, AskInquiry } from "./ask.ts";
export {
  Conversation,
  ForkConversation,
  RenameConversation,
  Run,
  SendMessage,
  StartConversation,
} from "./conversation.ts";
export type { DraftSaved, RecordedEvent, Snapshot, StreamEvent, StreamedText } from "./event.ts";
export { File } from "./file.ts";
export {
  AnswerInquiry,
  ClaimInquiry,
  ExtendInquiry,
  InboxCount,
  Inquiry,
  Receipt,
  type Resolution,
  ResolveInquiry,
  SnoozeInquiry,
} from "./inquiry.ts";
export { type Block, Message, type QuestionBlock } from "./message.ts";
export { attemptFailures, Notice, noticeStatuses, WebhookMessage, WebhookSecrets } from "./notice.ts";
export { Agent, Me } from "./participants.ts";
export { Problem } from "./problem.ts";
export type { Option, Preview, Question } from "./question.ts";
export { type List, listOf, type Page, pageOf, type RequestBody, type ResponseBody } from "./schema.ts";
