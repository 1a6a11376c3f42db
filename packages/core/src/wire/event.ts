import type { EventType } from "../model/event.ts";
import type { Conversation } from "./conversation.ts";
import type { Inquiry } from "./inquiry.ts";

interface Cursored {
  readonly position: number;
  /** The id of the server-sent event, which the client adds: a stream continues after it. */
  readonly cursor?: string;
}

/** A recorded event as it is sent. It says that the state changed; a client reads the state again. */
export interface RecordedEvent extends Cursored {
  readonly type: EventType;
  readonly conversationId: string;
  readonly version: number;
  readonly at: string;
  readonly runId?: string;
  readonly step?: number;
  readonly inquiryId?: string;
  readonly inquiry?: Pick<Inquiry, "id">;
  /** The notification that the event raised or settled. */
  readonly notificationId?: string;
}

/** A piece of a reply as the model writes it; `offset` is the length of what came before it. */
export interface StreamedText {
  readonly type: "text.streamed";
  readonly conversationId: string;
  readonly runId: string;
  readonly step: number;
  readonly offset: number;
  readonly delta: string;
  /** Set where `delta` is the whole text so far. */
  readonly fromStart?: true;
}

/** Somebody is writing an answer. It is not recorded and contains nothing of the text. */
export interface DraftSaved {
  readonly type: "draft.saved";
  readonly conversationId: string;
  readonly inquiryId: string;
  readonly by: string;
  readonly device: string;
}

/** The start of a stream without a cursor, with one of another log, or with one that is no longer in the log. */
export interface Snapshot extends Cursored {
  readonly type: "snapshot";
  readonly openInquiries?: number;
  readonly inquiries?: readonly Inquiry[];
  readonly conversations?: readonly Conversation[];
}

export type StreamEvent = RecordedEvent | StreamedText | DraftSaved | Snapshot;
