import type { CommandOf } from "../command.ts";
import type { Parked } from "../conversation.ts";
import type { Event } from "../event.ts";
import { countOf, derivedId } from "../id.ts";
import type { Message } from "../message.ts";
import { project } from "../projection.ts";
import { ok } from "../result.ts";
import { noUsage } from "../usage.ts";
import type { Decision } from "./ledger.ts";

/** A conversation at the moment when it asked, from its log; undefined if it never rested on that inquiry. */
export function momentOfAsk(
  log: readonly Event[],
  inquiryId: string,
): Pick<CommandOf<"fork">, "from" | "messages"> | undefined {
  const index = log.findIndex((event) => restedOn(event) === inquiryId);
  if (index < 0) return undefined;
  const events = log.slice(0, index + 1);
  const { conversation, messages, placements } = project(undefined, events);
  if (conversation.status !== "parked") return undefined;
  const places = new Map(placements.map(({ messageId, place }) => [messageId, place]));
  return {
    from: conversation,
    messages: messages.map((message) => {
      const place = message.place ?? places.get(message.id);
      return place === undefined ? message : { ...message, place };
    }),
  };
}

/** The inquiry on which the conversation rests from this event on; a fork begins so. */
function restedOn(event: Event): string | undefined {
  if (event.type === "conversation.forked") return event.state.inquiry.id;
  return event.type === "inquiry.asked" ? event.inquiry.id : undefined;
}

/** Nothing of the old conversation happens again: one event carries what it had become. */
export function fork({ conversationId, from, messages, by, at }: CommandOf<"fork">): Decision {
  const state = renamed(from, conversationId, by, at);
  return ok([
    {
      type: "conversation.forked",
      at,
      from: { conversationId: from.id, inquiryId: from.inquiry.id },
      by,
      state,
      messages: messages.map((message) => renamedMessage(message, from, state)),
    },
  ]);
}

function renamed(
  { run, inquiry, held: _, parent: _p, recall: _r, ...from }: Parked,
  id: string,
  by: string,
  at: number,
): Parked {
  const { resumedFrom: _f, ...kept } = run;
  const { deadlineMs } = run.terms;
  const { deadline: _d, ...asked } = inquiry;
  const inquiryId = derivedId("inq", id, 1);
  return {
    ...from,
    id,
    createdAt: at,
    createdBy: by,
    mailbox: from.mailbox.map((messageId) => derivedId("msg", id, countOf(messageId))),
    counts: { ...from.counts, runs: 1, inquiries: 1, children: 0 },
    usage: noUsage,
    run: {
      ...kept,
      id: derivedId("run", id, 1),
      startedAt: at,
      usage: noUsage,
      ...(run.lastAsk?.inquiryId === inquiry.id && { lastAsk: { ...run.lastAsk, inquiryId } }),
    },
    inquiry: {
      ...asked,
      id: inquiryId,
      askedAt: at,
      ...(deadlineMs !== undefined && { deadline: at + deadlineMs }),
    },
  };
}

/** Messages of earlier runs keep the names of those, which still can be read where they were made. */
function renamedMessage(message: Message, from: Parked, { id, run }: Parked): Message {
  return {
    ...message,
    id: derivedId("msg", id, message.number),
    ...(message.runId === from.run.id && { runId: run.id }),
  };
}
