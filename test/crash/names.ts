import type { Event } from "@askback/core";

/** What a conversation is called in the tests: a sub-agent's id tells which one it is. */
export function conversationName(id: string, isFork = false): string {
  const child = /k(\d+)$/.exec(id)?.[1];
  if (child !== undefined) return `child ${child}`;
  return isFork ? "fork" : "main";
}

/** What an event is called, so that a commit can be named by what it holds: "main tool.started call_pay". */
export function eventName(conversation: string, event: Event): string {
  const detail = detailOf(event);
  return detail === undefined ? `${conversation} ${event.type}` : `${conversation} ${event.type} ${detail}`;
}

function detailOf(event: Event): string | number | undefined {
  switch (event.type) {
    case "model.replied":
      return event.step;
    case "run.started":
    case "run.finished":
    case "run.paused":
      return countOf(event.runId);
    case "tool.started":
    case "tool.allowed":
      return event.callId;
    case "tool.finished":
      return event.result.callId;
    case "child.ended":
      return /k(\d+)$/.exec(event.childId)?.[1];
    case "inquiry.asked":
    case "inquiry.superseded":
      return countOf(event.inquiry.id);
    case "inquiry.resolved":
      return countOf(event.inquiryId);
    default:
      return undefined;
  }
}

function countOf(derivedId: string): string {
  return derivedId.slice(derivedId.lastIndexOf("_") + 1);
}
