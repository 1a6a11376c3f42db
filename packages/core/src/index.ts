export { neutralise, visibleJson, visibleText } from "./ask/plain-text.ts";
export { readAnswerText } from "./ask/read-answer-text.ts";
export { type Reply, readReply, type UnclearReply } from "./ask/read-reply.ts";
export {
  isSameWord,
  keywordsIn,
  type ReplyKeyword,
  type ReplyLanguage,
  replyLanguageOf,
  replyLanguages,
} from "./ask/reply-keywords.ts";
export { builtInToolNames, builtInTools } from "./built-in-tools/built-in-tools.ts";
export { approvalAsk } from "./contracts/approval.ts";
export type { Contract } from "./contracts/contract.ts";
export { contractByName, contractNames } from "./contracts/contract-by-name.ts";
export { decide } from "./decide/decide.ts";
export { interruptedResult } from "./decide/finish-calls.ts";
export { forkPoint, forkPointBefore } from "./decide/fork.ts";
export { isPermissionOutdated } from "./decide/permission.ts";
export { answerText } from "./deliveries/answer-text.ts";
export { resolutionText } from "./deliveries/resolution-text.ts";
export { evolve } from "./evolve/evolve.ts";
export {
  type Answer,
  type AnswerSet,
  answerLimits,
  answerMisfit,
  canonicalAnswers,
} from "./model/answer.ts";
export {
  type Audience,
  canonicalAudience,
  isInAudience,
  isWaitedFor,
  type Member,
  type WaitsFor,
} from "./model/audience.ts";
export { type AuditFact, type AuditFacts, type AuditType, auditTypes } from "./model/audit.ts";
export type { AskedElsewhere, Command, CommandOf, Refusal, RefusalCode } from "./model/command.ts";
export type { Todo } from "./model/conversation.ts";
export {
  attemptLimit,
  type Child,
  type ChildEnd,
  type Conversation,
  type ConversationStatus,
  type External,
  listedStatus,
  type Parent,
  type Parked,
  type PauseReason,
  type RunOutcome,
  stateFormat,
} from "./model/conversation.ts";
export { editText } from "./model/edited-input.ts";
export { dueAt, type Effect, effectKey, effectOf } from "./model/effect.ts";
export { canonicalEscalation, channelsSoFar, type EscalationStep, type Fallback } from "./model/escalation.ts";
export type { Event, EventOf, EventType } from "./model/event.ts";
export {
  canRetry,
  defaultRetry,
  type FailureKind,
  failureKinds,
  type RetryPolicy,
  type RunError,
} from "./model/failure.ts";
export { type FileReference, type FileType, fileLimits, fileText, fileTypes } from "./model/file.ts";
export { conversationIdOf, countOf } from "./model/id.ts";
export {
  askFingerprint,
  asksSecret,
  assigneeOf,
  type GatedCall,
  type HeldAnswer,
  type Inquiry,
  type InquiryRecord,
  type OpenInquiry,
  type Origin,
  type ReportedCall,
  waitsFor,
} from "./model/inquiry.ts";
export type { Message, Part } from "./model/message.ts";
export {
  canonicalJson,
  type Permission,
  type RememberedPart,
  type RememberRule,
  rememberedInput,
} from "./model/permission.ts";
export { Presentation, presentationLimits } from "./model/presentation.ts";
export type { Option, Question } from "./model/question.ts";
export { type Agreement, missingAgreements, type Quorum, type QuorumRule, quorumAudience } from "./model/quorum.ts";
export { isWithinReach } from "./model/quorum-reach.ts";
export {
  type InquiryStatus,
  inquiryStatuses,
  type Resolution,
  type ResolutionType,
  resolutionTypes,
} from "./model/resolution.ts";
export { err, ok, type Result } from "./model/result.ts";
export type { Run, RunRecord, Terms } from "./model/run.ts";
export { addUsage, noUsage, type Usage } from "./model/run.ts";
export { type StandingAnswer, standingFor, standingMisfit } from "./model/standing-answer.ts";
export type { Editable, Json, JsonObject, ProviderData, ToolCall, ToolResult, ToolSpec } from "./model/tool-call.ts";
export { matchesAny } from "./model/tool-pattern.ts";
export { version } from "./version.ts";
export { type AgentProfile, type Avatar, nameInWords, profileOf, readableName } from "./views/agent-profile.ts";
export { agreementText } from "./views/agreement-text.ts";
export { type AuditedChange, auditFacts } from "./views/audit-facts.ts";
export { conversationToMarkdown } from "./views/conversation-markdown.ts";
export { type ExportFormat, exportFileName, exportFormats } from "./views/export-file-name.ts";
export { externalNotice } from "./views/external-notice.ts";
export { failureWords } from "./views/failure-words.ts";
export {
  type InquiryChange,
  type InquiryChangeType,
  inquiryChanges,
  inquiryChangeTypes,
} from "./views/inquiry-changes.ts";
export {
  type ActionStatus,
  actionStatuses,
  type Importance,
  importances,
  inquiryNotification,
  type Notification,
  type NotificationChanges,
  notificationIdOf,
  notificationTypes,
  type SettledNotification,
} from "./views/notification.ts";
export { type NotificationCause, type NotificationReason, notificationCauses } from "./views/notification-reason.ts";
export {
  activeRun,
  openInquiriesOf,
  openInquiryOf,
  type Projection,
  project,
  projectedFiles,
} from "./views/projection.ts";
export type { QuestionBlock, QuestionFields } from "./views/question-block.ts";
export { agreementReceipt, isResolvedBy, type Receipt, type ResolvingCommand, receiptOf } from "./views/receipt.ts";
export { type Block, type ScreenMessage, transcriptForModel, transcriptForScreen } from "./views/transcript.ts";
