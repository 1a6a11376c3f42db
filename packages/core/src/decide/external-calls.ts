import type { CommandOf } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import { err, ok } from "../model/result.ts";
import { allowedCall } from "../views/projection.ts";
import type { Decision } from "./recorder.ts";

/**
 * Lets the program that asked start its allowed call. It is granted once, before the call runs: whoever finds it started
 * and not finished knows that the call may have happened.
 */
export function startCall(
  conversation: Conversation,
  { inquiryId, by, at, starter }: CommandOf<"start-call">,
): Decision {
  const record = conversation.status === "external" ? allowedCall(conversation, inquiryId) : undefined;
  if (!record || record.call || record.origin?.by !== by) return err({ code: "call-not-startable", inquiryId });
  return ok([{ type: "call.started", at, inquiryId, by, ...(starter !== undefined && { starter }) }]);
}

/** Records the end of a call: its starter says that it ended, or anybody who asked that its end is not known and a caller was told so. */
export function finishCall(
  conversation: Conversation,
  { inquiryId, by, at, starter, interrupted }: CommandOf<"finish-call">,
): Decision {
  const record = conversation.status === "external" ? allowedCall(conversation, inquiryId) : undefined;
  if (!record?.call || record.origin?.by !== by) return err({ code: "call-not-started", inquiryId });
  if (!interrupted && record.call.starter !== starter) return err({ code: "call-of-other-starter", inquiryId });
  return ok([{ type: "call.finished", at, inquiryId, by, ...(interrupted && { interrupted }) }]);
}
