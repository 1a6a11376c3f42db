import type { CommandOf } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import { err, ok } from "../model/result.ts";
import { allowedCall } from "../views/projection.ts";
import type { Decision } from "./recorder.ts";

/**
 * Lets the program that asked start its allowed call. It is granted once, before the call runs: whoever finds it started
 * and not finished knows that the call may have happened.
 */
export function startCall(conversation: Conversation, { inquiryId, by, at }: CommandOf<"start-call">): Decision {
  const record = conversation.status === "external" ? allowedCall(conversation, inquiryId) : undefined;
  if (!record || record.call || record.origin?.by !== by) return err({ code: "call-not-startable", inquiryId });
  return ok([{ type: "call.started", at, inquiryId, by }]);
}

export function finishCall(conversation: Conversation, { inquiryId, by, at }: CommandOf<"finish-call">): Decision {
  const record = conversation.status === "external" ? allowedCall(conversation, inquiryId) : undefined;
  if (!record?.call || record.origin?.by !== by) return err({ code: "call-not-started", inquiryId });
  return ok([{ type: "call.finished", at, inquiryId, by }]);
}
