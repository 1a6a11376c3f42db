import { evolve } from "../evolve/evolve.ts";
import type { Refusal } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Event } from "../model/event.ts";
import type { FileReference } from "../model/file.ts";
import { derivedId } from "../model/id.ts";
import type { Result } from "../model/result.ts";

/** The events that a command records, or why it is refused. */
export type Decision = Result<readonly Event[], Refusal>;

/** Collects the events of one decision, and has the conversation as it is after them. */
export interface Recorder {
  readonly events: readonly Event[];
  readonly conversation: Conversation;
  /** The nonce of the command. */
  readonly nonce: string | undefined;
  record(event: Event): void;
}

export function createRecorder(before: Conversation, { nonce }: { readonly nonce?: string | undefined }): Recorder {
  const events: Event[] = [];
  let conversation = before;
  return {
    events,
    nonce,
    get conversation() {
      return conversation;
    },
    record(event) {
      events.push(event);
      conversation = evolve(conversation, event);
    },
  };
}

interface IncomingMessage {
  readonly text: string;
  readonly files?: readonly FileReference[] | undefined;
  readonly by: string;
  readonly at: number;
  /** The inquiry that the message answers, or whose resolution it reports. */
  readonly answers?: string | undefined;
  readonly visibility?: "model" | undefined;
}

/** Puts a message into the mailbox and returns its id. */
export function receiveMessage(recorder: Recorder, message: IncomingMessage): string {
  const { text, files = [], by, at, answers, visibility } = message;
  const { id, counts } = recorder.conversation;
  const messageId = derivedId("msg", id, counts.messages + 1);
  recorder.record({
    type: "message.received",
    at,
    messageId,
    text: text.toWellFormed(),
    ...(files.length > 0 && { files }),
    by,
    ...(answers !== undefined && { answers }),
    ...(visibility && { visibility }),
  });
  return messageId;
}
