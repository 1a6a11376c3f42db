export { Agent } from "./agent.ts";
export { Answer, AnswerSet, Comment } from "./answer.ts";
export { Conversation, conversationStatuses, Run } from "./conversation.ts";
export { Inquiry, type InquiryStatus, inquiryStatuses, Receipt, type Resolution } from "./inquiry.ts";
export { type Block, Message, type QuestionBlock } from "./message.ts";
export { type Page, pageOf } from "./page.ts";
export { Problem } from "./problem.ts";
export type { Question } from "./question.ts";
