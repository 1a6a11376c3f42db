export { conversationStatuses } from "../model/conversation.ts";
export { type InquiryStatus, inquiryStatuses, type ResolutionType, resolutionTypes } from "../model/resolution.ts";
export { Answer, AnswerSet, Comment, Draft, type DraftAnswer, SaveDraft, SavedDraft } from "./answer.ts";
export { ApiKey, CreateApiKey, CreatedApiKey, CreateToken, type GivenToken, Token } from "./api-key.ts";
export { type GatedCall, Permission } from "./approval.ts";
export { AmendInquiry, AskInquiry, maxStateBytes } from "./ask.ts";
export { AssignInquiry, Audience } from "./audience.ts";
export { AuditEntry, AuditReport, ProjectAuditEntry } from "./audit.ts";
export { ChannelTest, Contact, PushSubscription, SaveContact, TestChannel } from "./contact.ts";
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
  FinishCall,
  InboxCount,
  Inquiry,
  Receipt,
  type Resolution,
  ResolveInquiry,
  Secret,
  SnoozeInquiry,
  StartCall,
} from "./inquiry.ts";
export { Insight } from "./insight.ts";
export { type Block, Message, type QuestionBlock } from "./message.ts";
export {
  attemptFailures,
  Notice,
  noticeStatuses,
  personalNoticeTypes,
  RunWebhookMessage,
  WebhookMessage,
  WebhookSecrets,
} from "./notice.ts";
export { Notification, NotificationCount, ToldNotification } from "./notification.ts";
export { Agent, Me } from "./participants.ts";
export {
  AddMember,
  ChangeMember,
  ChooseProject,
  CreatedInvitation,
  CreateInvitation,
  CreateProject,
  CreateSignInLink,
  Group,
  GroupParams,
  Invitation,
  Member,
  OwnProject,
  PeopleQuery,
  Person,
  RenameGroup,
  SaveGroup,
  Session,
  SessionQuery,
  SignInLink,
  UpdateMe,
} from "./people.ts";
export { Problem } from "./problem.ts";
export type { Option, Preview, Question } from "./question.ts";
export { type List, listOf, type Page, pageOf, type RequestBody, type ResponseBody } from "./schema.ts";
export { MakeStandingAnswer, StandingAnswer } from "./standing-answers.ts";
