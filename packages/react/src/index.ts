export { readableName, resolutionTypes } from "@askback/core";
export { AgentAvatar } from "./agent-avatar.tsx";
export type { CardLinks } from "./askback-context.ts";
export { type Askback, useAskback } from "./askback-context.ts";
export { AttachButton } from "./attachments/attach-button.tsx";
export { AttachmentList } from "./attachments/attachment-list.tsx";
export { type Attachments, useAttachments } from "./attachments/use-attachments.ts";
export { useQuestionLine } from "./card/approval/use-question-line.ts";
export { CardView, type CardViewProps } from "./card/card-view.tsx";
export { QuestionCard, type QuestionCardProps } from "./card/question-card.tsx";
export { Chat, type ChatProps } from "./chat/chat.tsx";
export { conversationStateOf } from "./chat/chat-status.ts";
export { Composer, ComposerNotice } from "./chat/composer/composer.tsx";
export { useComposerText } from "./chat/composer/composer-text.ts";
export { deviceName } from "./data/device-name.ts";
export type { CardState, FailedAction, InquiryCard, Sending, WaitingAction } from "./data/inquiry/inquiry-card.ts";
export type { Live, LiveEvent } from "./data/live/live.ts";
export type { LiveText } from "./data/live/live-text.ts";
export { readPages } from "./data/live/read-pages.ts";
export { type AsyncState, type ServerQuery, valueOrThrow } from "./data/live/server-cache.ts";
export type { Thread } from "./data/live/thread.ts";
export type { Outbox, Submitted } from "./data/outbox/outbox.ts";
export type { OutboxEntry } from "./data/outbox/outbox-entry.ts";
export type { ResolutionRequest, Submission, SubmissionContent } from "./data/outbox/submission.ts";
export { directionOf, type Language, languageFor, languages, type MessageId } from "./i18n/catalogue.ts";
export type { OwnMessages } from "./i18n/i18n.ts";
export { useLanguage } from "./i18n/use-language.ts";
export { useMoreMessages } from "./i18n/use-more-messages.ts";
export { useTranslation } from "./i18n/use-translation.ts";
export { MakeStanding } from "./inbox/detail/make-standing.tsx";
export { Inbox, type InboxProps } from "./inbox/inbox.tsx";
export { InboxBell, useInboxCount } from "./inbox/inbox-bell.tsx";
export type { InboxRoute } from "./inbox/inbox-context.ts";
export { type InboxQuery, type InboxRows, useInbox } from "./inbox/use-inbox.ts";
export { wayText } from "./inbox/way-text.ts";
export { oncePerProvider } from "./once-per-provider.ts";
export { PaletteKey, paletteKey } from "./palette-key.tsx";
export { PersonAvatar } from "./person-avatar.tsx";
export { AskbackProvider, type AskbackProviderProps } from "./provider.tsx";
export { defaultSettings, type Settings } from "./settings.ts";
export { Shortcuts } from "./shortcuts.tsx";
export { failureAdvice, failureText } from "./text/failure-text.ts";
export { markdownToPlainText } from "./text/plain-text.ts";
export { CopyButton } from "./ui/copy-button.tsx";
export { AlertDialog } from "./ui/dialog/alert-dialog.tsx";
export type { Command, CommandGroup } from "./ui/dialog/command-dialog.tsx";
export { CommandPalette } from "./ui/dialog/command-palette.tsx";
export { lazyDialog } from "./ui/dialog/lazy-dialog.tsx";
export { Icon } from "./ui/icon.tsx";
export { isSendKey } from "./ui/keyboard.ts";
export { MenuButton } from "./ui/menu-button.tsx";
export { useShortcut } from "./ui/use-shortcut.ts";
export { type NamedAgent, useAgent, useAgents, useAgentTitles } from "./use-agents.ts";
export { useConnection, useLastUpdated } from "./use-connection.ts";
export { useConversation, useThread } from "./use-conversation.ts";
export { type ConversationRows, useConversations } from "./use-conversations.ts";
export { useInquiry } from "./use-inquiry.ts";
export { useInsight } from "./use-insight.ts";
export { useMinute } from "./use-minute.ts";
export {
  type NameOf,
  PeopleContext,
  useIsViewer,
  useLastUser,
  useMe,
  useNames,
  usePeople,
  usePersonOf,
} from "./use-people.ts";
export { useServerQuery } from "./use-server-query.ts";
export { useStandingAnswers } from "./use-standing-answers.ts";
