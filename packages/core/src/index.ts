export { type Answer, type AnswerSet, answerLimits, canonicalAnswers, misfit } from "./answer.ts";
export { answerText } from "./answer-text.ts";
export type { Command, CommandOf } from "./command.ts";
export type { Contract } from "./contract.ts";
export { contractNamed, contractNames } from "./contracts/contract-by-name.ts";
export {
  attemptLimit,
  type Child,
  type ChildEnd,
  type Conversation,
  type ConversationStatus,
  type Parent,
  type Parked,
  type PauseReason,
  type RunError,
  type RunOutcome,
  stateFormat,
} from "./conversation.ts";
export { matchesAny } from "./decide/approval.ts";
export { interruptedResult } from "./decide/calls.ts";
export { decide } from "./decide/decide.ts";
export { momentOfAsk } from "./decide/fork.ts";
export { dueAt, type Effect, effectKey, effectOf } from "./effect.ts";
export type { Event, EventOf, EventType } from "./event.ts";
export { evolve } from "./evolve.ts";
export { conversationIdOf, countOf } from "./id.ts";
export type { HeldAnswer, Inquiry, InquiryRecord } from "./inquiry.ts";
export type { Json } from "./json.ts";
export type { Message, Part } from "./message.ts";
export type { Offer } from "./own-tools/offer.ts";
export { offersOf, ownToolNames } from "./own-tools/offers.ts";
export { neutralise, visibleJson } from "./plain-text.ts";
export { openInquiryOf, type Projection, project, runUnderWay } from "./projection.ts";
export type { Option, Question } from "./question.ts";
export type { QuestionBlock, QuestionFields } from "./question-block.ts";
export { readAnswerText } from "./read-answer-text.ts";
export { isGranted, type Receipt, receiptOf, type SettlingCommand } from "./receipt.ts";
export type { Refusal, RefusalCode } from "./refusal.ts";
export type { Resolution } from "./resolution.ts";
export { err, ok, type Result } from "./result.ts";
export type { Run, RunRecord, Terms } from "./run.ts";
export type { Todo } from "./todo.ts";
export type { ProviderData, ToolCall, ToolResult } from "./tool-call.ts";
export { type Block, type ScreenMessage, transcriptForModel, transcriptForScreen } from "./transcript.ts";
export { addUsage, noUsage, type Usage } from "./usage.ts";
