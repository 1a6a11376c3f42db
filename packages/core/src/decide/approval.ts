import { approval, approvalQuestion } from "../contracts/approval.ts";
import type { CommandOf } from "../model/command.ts";
import { type Acting, askersOf, type Conversation } from "../model/conversation.ts";
import { derivedId } from "../model/id.ts";
import { inquiryTerms } from "../model/inquiry.ts";
import type { RememberedPart } from "../model/permission.ts";
import { quorumAudience } from "../model/quorum.ts";
import { err, ok } from "../model/result.ts";
import { matchesAny } from "../model/tool-pattern.ts";
import { actingOf } from "./finish-calls.ts";
import { quorumRules, rememberablePart } from "./permission.ts";
import { createRecorder, type Decision, type Recorder } from "./recorder.ts";

/** Whether a person must allow the current call before it runs. */
export function needsApproval({ run, call, allowed }: Acting): boolean {
  if (allowed) return false;
  return matchesAny(run.terms.approve ?? [], call.name);
}

export function approvalUnavailableText(name: string): string {
  return `Not run: ${name} needs a person's approval, which sub-agents cannot get.`;
}

/** Parks the conversation on an inquiry that shows the exact call; `remember` is what people may allow beyond it. */
export function askApproval(
  recorder: Recorder,
  acting: Acting,
  remember: RememberedPart | undefined,
  at: number,
): void {
  const { run, call, counts, id } = acting;
  const rules = quorumRules(run.terms, call.name);
  // What several people allow is one call, exactly as it was asked.
  const part = rules ? undefined : remember;
  const editable = rules ? undefined : call.editable;
  const { audience = rules && quorumAudience(rules), ...terms } = inquiryTerms(run.terms, at);
  recorder.record({
    type: "inquiry.asked",
    at,
    runId: run.id,
    inquiry: {
      id: derivedId("inq", id, counts.inquiries + 1, recorder.nonce),
      revision: 1,
      contract: approval.name,
      callId: call.id,
      questions: [approvalQuestion(call.name, { canRemember: part !== undefined })],
      approval: {
        tool: call.name,
        input: call.input,
        ...(call.presentation && { presentation: call.presentation }),
        ...(part !== undefined && { remember: part }),
        ...(editable && { editable }),
      },
      askedAt: at,
      ...terms,
      ...(audience && { audience }),
      ...(rules && { quorum: { rules, excludes: askersOf(acting) } }),
    },
  });
}

/** A call that the permission allowed and that has not started yet asks after all. */
export function revokePermission(conversation: Conversation, command: CommandOf<"revoke-permission">): Decision {
  const { permissionId, by, at } = command;
  const { permissions = [] } = conversation;
  if (!permissions.some(({ id }) => id === permissionId)) return err({ code: "permission-unknown", permissionId });
  const recorder = createRecorder(conversation, command);
  recorder.record({ type: "permission.revoked", at, permissionId, by });
  const acting = actingOf(recorder.conversation);
  if (acting?.permission?.id === permissionId && !acting.started)
    askApproval(recorder, acting, rememberablePart(acting), at);
  return ok(recorder.events);
}
