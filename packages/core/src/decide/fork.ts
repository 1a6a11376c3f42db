import type { CommandOf } from "../command.ts";
import type { Parked } from "../conversation.ts";
import type { Event } from "../event.ts";
import type { InquiryRecord } from "../inquiry.ts";
import { project } from "../projection.ts";
import type { Resolution } from "../resolution.ts";
import { ok } from "../result.ts";
import { noUsage } from "../usage.ts";
import type { Decision } from "./ledger.ts";

type Moment = Pick<CommandOf<"fork">, "from" | "messages" | "inquiries">;

/** A conversation at the moment when it asked, from its log; undefined if it never rested on that inquiry. */
export function momentOfAsk(log: readonly Event[], inquiryId: string): Moment | undefined {
  const index = log.findIndex((event) => restedOn(event) === inquiryId);
  if (index < 0) return undefined;
  const { conversation, messages, placements, inquiries } = project(undefined, log.slice(0, index + 1));
  if (conversation.status !== "parked") return undefined;
  const places = new Map(placements.map(({ messageId, place }) => [messageId, place]));
  return {
    from: conversation,
    messages: messages.map((message) => {
      const place = message.place ?? places.get(message.id);
      return place === undefined ? message : { ...message, place };
    }),
    inquiries: inquiries.filter(({ resolution }) => resolution),
  };
}

/** The inquiry on which the conversation rests from this event on; a fork begins so. */
function restedOn(event: Event): string | undefined {
  if (event.type === "conversation.forked") return event.state.inquiry.id;
  return event.type === "inquiry.asked" ? event.inquiry.id : undefined;
}

/** Nothing of the old conversation happens again: one event carries what it had become, all under new names. */
export function fork({ conversationId, from, messages, inquiries, by, at }: CommandOf<"fork">): Decision {
  const rename = renaming(from.id, conversationId);
  return ok([
    {
      type: "conversation.forked",
      at,
      from: { conversationId: from.id, inquiryId: from.inquiry.id },
      by,
      state: stateOf(from, { conversationId, rename, by, at }),
      messages: messages.map((message) => ({
        ...message,
        id: rename(message.id),
        ...(message.runId !== undefined && { runId: rename(message.runId) }),
        ...(message.answers !== undefined && { answers: rename(message.answers) }),
      })),
      inquiries: inquiries.map((record) => renamedInquiry(record, conversationId, rename)),
    },
  ]);
}

type Rename = (derived: string) => string;

/** The same count under the new conversation's id. */
function renaming(from: string, to: string): Rename {
  const [old, fresh] = [from, to].map((id) => `_${id.slice(id.indexOf("_") + 1)}_`);
  return (derived) => derived.replace(old ?? "", fresh ?? "");
}

interface Naming {
  readonly conversationId: string;
  readonly rename: Rename;
  readonly by: string;
  readonly at: number;
}

function stateOf(
  { run, inquiry, held: _, parent: _p, recall: _r, ...from }: Parked,
  { conversationId: id, rename, by, at }: Naming,
): Parked {
  const { deadlineMs } = run.terms;
  const { deadline: _d, ...asked } = inquiry;
  // What was done before belongs to the runs of the old conversation; this one begins here.
  const { resumedFrom: _f, lastAsk, ...kept } = run;
  return {
    ...from,
    id,
    createdAt: at,
    createdBy: by,
    mailbox: from.mailbox.map(rename),
    counts: { ...from.counts, children: 0 },
    usage: noUsage,
    run: {
      ...kept,
      id: rename(run.id),
      startedAt: at,
      usage: noUsage,
      ...(lastAsk && { lastAsk: { ...lastAsk, inquiryId: rename(lastAsk.inquiryId) } }),
    },
    inquiry: {
      ...asked,
      id: rename(inquiry.id),
      askedAt: at,
      ...(deadlineMs !== undefined && { deadline: at + deadlineMs }),
    },
  };
}

function renamedInquiry(record: InquiryRecord, conversationId: string, rename: Rename): InquiryRecord {
  const { resolution, nextRunId } = record;
  return {
    ...record,
    id: rename(record.id),
    conversationId,
    runId: rename(record.runId),
    ...(resolution && { resolution: renamedResolution(resolution, rename) }),
    ...(nextRunId !== undefined && { nextRunId: rename(nextRunId) }),
  };
}

function renamedResolution(resolution: Resolution, rename: Rename): Resolution {
  if (resolution.type === "answered-in-chat") return { ...resolution, messageId: rename(resolution.messageId) };
  if (resolution.type === "superseded") return { ...resolution, inquiryId: rename(resolution.inquiryId) };
  return resolution;
}
