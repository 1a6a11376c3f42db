import type { ModelNotice } from "../contracts/contract.ts";
import { contractByName } from "../contracts/contract-by-name.ts";
import { answerFiles } from "../model/answer.ts";
import type { External, Parked } from "../model/conversation.ts";
import { derivedId } from "../model/id.ts";
import type { OpenInquiry } from "../model/inquiry.ts";
import type { Resolution } from "../model/resolution.ts";
import { skipCalls } from "./finish-calls.ts";
import { grantPermission } from "./permission.ts";
import { proceed, startRun } from "./proceed.ts";
import { type Recorder, receiveMessage } from "./recorder.ts";

/** An open inquiry, and the conversation in which it waits. */
export interface Waiting extends OpenInquiry {
  readonly conversation: Parked | External;
}

/** Ends an open inquiry, and lets its conversation continue; the last agreement of several is recorded with it. */
export function resolve(
  recorder: Recorder,
  { conversation: before, inquiry, held }: Waiting,
  resolution: Resolution,
  at: number,
  agreement = held?.resolution === resolution ? held.agreement : undefined,
): void {
  if (agreement) recorder.record({ type: "inquiry.agreed", at, inquiryId: inquiry.id, agreement });
  const after = recorder.conversation;
  const conversation = agreement && (after.status === "parked" || after.status === "external") ? after : before;
  switch (conversation.status) {
    case "parked":
      return resolveParked(recorder, conversation, resolution, at);
    case "external":
      // Nothing continues here: the program that asked reads the resolution.
      return recorder.record({ type: "inquiry.resolved", at, inquiryId: inquiry.id, resolution });
  }
}

/** Ends the inquiry, notifies the model as the contract says, and continues or ends the run. */
function resolveParked(recorder: Recorder, parked: Parked, resolution: Resolution, at: number): void {
  const { run, inquiry, todos = [] } = parked;
  const contract = contractByName(inquiry.contract);
  const isNewRun = contract.resumesIn === "new-run" && agentContinues(recorder, resolution);
  // A waiting message resumes the agent even without `autoResume`.
  const resumes = isNewRun && (run.terms.autoResume !== false || recorder.conversation.mailbox.length > 0);
  recorder.record({
    type: "inquiry.resolved",
    at,
    inquiryId: inquiry.id,
    runId: run.id,
    resolution,
    ...(resumes && { nextRunId: derivedId("run", parked.id, parked.counts.runs + 1) }),
  });
  deliverNotice(recorder, parked, contract.delivery.resolved(inquiry, resolution, todos), resolution, at);
  switch (resolution.type) {
    case "answered":
    case "delegated":
    case "declined":
    case "expired":
    case "superseded":
      break;
    case "answered-in-chat":
      skipCalls(recorder, "the user answered with a message of their own first.", at);
      break;
    case "dismissed":
      skipCalls(recorder, "the user set the question aside.", at);
      if (agentContinues(recorder, resolution)) break;
      return recorder.record({ type: "run.finished", at, runId: run.id, outcome: "dismissed" });
    case "withdrawn":
      skipCalls(recorder, "the run was stopped.", at);
      return recorder.record({ type: "run.finished", at, runId: run.id, outcome: "stopped" });
  }
  if (!isNewRun) return proceed(recorder, at);
  recorder.record({ type: "run.paused", at, runId: run.id, reason: "answered" });
  if (resumes) startRun(recorder, run.terms, at, run);
}

/** Whether the agent continues: not after a withdrawal, and after a dismissal only if a message already waits. */
function agentContinues({ conversation: { mailbox } }: Recorder, { type }: Resolution): boolean {
  return type !== "withdrawn" && (type !== "dismissed" || mailbox.length > 0);
}

const filesNotice = "The files that the user attached to the answer:";

function deliverNotice(
  recorder: Recorder,
  parked: Parked,
  notice: ModelNotice | undefined,
  resolution: Resolution,
  at: number,
): void {
  const { run, call, inquiry, agent } = parked;
  const by = "by" in resolution ? resolution.by : agent;
  const files = resolution.type === "answered" ? answerFiles(resolution) : [];
  switch (notice?.as) {
    case undefined:
      return;
    case "permission":
      recorder.record({
        type: "tool.allowed",
        at,
        runId: run.id,
        step: run.steps,
        callId: inquiry.callId,
        ...(resolution.type === "answered" && resolution.input !== undefined && { input: resolution.input }),
      });
      if (notice.remembers) grantPermission(recorder, inquiry, by, at);
      if (notice.remark !== undefined)
        receiveMessage(recorder, { text: notice.remark, by, at, answers: inquiry.id, visibility: "model" });
      return;
    case "result": {
      if (!call) throw new Error(`the call of ${inquiry.id} already has its result`);
      const { status, text } = notice;
      const result = { callId: call.id, name: call.name, status, text };
      recorder.record({ type: "tool.finished", at, runId: run.id, step: run.steps, result });
      // A result is text in most providers, so the files follow as a message that only the model reads.
      if (files.length > 0) receiveMessage(recorder, { text: filesNotice, files, by, at, visibility: "model" });
      return;
    }
    case "message": {
      const messageId = receiveMessage(recorder, {
        text: notice.text,
        files,
        by,
        at,
        answers: inquiry.id,
        visibility: notice.visibility,
      });
      // A message that only the model reads does not wait in the mailbox: it follows the results of the step.
      if (notice.visibility) recorder.record({ type: "messages.delivered", at, messageIds: [messageId] });
    }
  }
}
