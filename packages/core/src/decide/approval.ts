import { approval, approvalQuestion } from "../contracts/approval.ts";
import type { CommandOf } from "../model/command.ts";
import type { Acting, Conversation } from "../model/conversation.ts";
import { derivedId } from "../model/id.ts";
import type { RememberedPart } from "../model/permission.ts";
import { err, ok } from "../model/result.ts";
import { matchesAny } from "../model/tool-pattern.ts";
import { actingOf } from "./finish-calls.ts";
import { rememberablePart } from "./permission.ts";
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
  { run, call, counts, id }: Acting,
  remember: RememberedPart | undefined,
  at: number,
): void {
  recorder.record({
    type: "inquiry.asked",
    at,
    runId: run.id,
    inquiry: {
      id: derivedId("inq", id, counts.inquiries + 1, recorder.nonce),
      revision: 1,
      contract: approval.name,
      callId: call.id,
      questions: [approvalQuestion(call.name, { canRemember: remember !== undefined })],
      approval: {
        tool: call.name,
        input: call.input,
        ...(call.presentation && { presentation: call.presentation }),
        ...(remember !== undefined && { remember }),
        ...(call.editable && { editable: call.editable }),
      },
      askedAt: at,
      ...(run.terms.deadlineMs !== undefined && { deadline: at + run.terms.deadlineMs }),
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
