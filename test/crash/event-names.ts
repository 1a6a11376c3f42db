import type { Event } from "@askback/core";

/** The name of a conversation in the tests; the number of a sub-agent is in its id. */
export function conversationName(id: string, isFork = false): string {
  const child = /k(\d+)$/.exec(id)?.[1];
  if (child !== undefined) return `child ${child}`;
  return isFork ? "fork" : "main";
}

/** The name of an event, by which its commit is found: "main tool.started call_pay". */
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
    case "inquiry.agreed":
      return event.agreement.by;
    case "inquiry.resolved":
      return countOf(event.inquiryId);
    default:
      return undefined;
  }
}

/** The count in an id, behind which that of an inquiry has a random part. */
function countOf(derivedId: string): string | undefined {
  return derivedId.split("_")[2];
}
