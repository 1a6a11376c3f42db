import { spawnAgents } from "../built-in-tools/spawn-agents.ts";
import { updateTodos } from "../built-in-tools/update-todos.ts";
import { contractNames } from "../contracts/contract-by-name.ts";
import type { Acting } from "../model/conversation.ts";
import { derivedId } from "../model/id.ts";
import type { Run, Terms } from "../model/run.ts";
import { approvalUnavailableText, askApproval, needsApproval } from "./approval.ts";
import { ask, contractOf, unreadableText } from "./ask.ts";
import { actingOf, finishCall } from "./finish-calls.ts";
import { allowCall, permissionFor, rememberablePart } from "./permission.ts";
import type { Recorder } from "./recorder.ts";
import { spawnChildren } from "./sub-agents.ts";

/** Continues until an effect is needed: asks, refuses asks, delivers the mailbox, pauses at the step limit. */
export function proceed(recorder: Recorder, at: number): void {
  for (let execute = builtInCall(recorder, at); execute; execute = builtInCall(recorder, at)) execute();
  prepareModelCall(recorder, at);
}

/** A function that executes the current call in the core; undefined if there is none or its tool runs outside. */
function builtInCall(recorder: Recorder, at: number): (() => void) | undefined {
  const acting = actingOf(recorder.conversation);
  if (!acting || acting.started) return undefined;
  const { call, run, parent } = acting;
  const refuse = (text: string) => () => finishCall(recorder, acting, { status: "error", text }, at);
  if (parent && isParentOnly(call.name)) return refuse(parentOnlyText(call.name));
  const contract = contractOf(acting);
  if (contract) return () => ask(recorder, acting, contract, at);
  const isBuiltIn = isBuiltInTool(acting);
  const isGated = needsApproval(acting);
  if (!isBuiltIn && !isGated) return undefined;
  if (call.unreadable !== undefined) return refuse(unreadableText(call.name, call.unreadable));
  if (isGated && !isToolName(call.name))
    return refuse(`There is no tool named ${JSON.stringify(call.name.slice(0, 80))}.`);
  if (isGated && parent) return refuse(approvalUnavailableText(call.name));
  const permission = isGated ? permissionFor(acting) : undefined;
  if (permission) return () => allowCall(recorder, acting, permission, at);
  if (isGated) return () => askApproval(recorder, acting, rememberablePart(acting), at);
  if (call.name === spawnAgents.name) return () => spawnChildren(recorder, acting, run.terms.spawn ?? [], at);
  return () => replaceTodos(recorder, acting, at);
}

/** Whether a tool can have this name. A pattern may match any text, and people are asked only about real tools. */
function isToolName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name);
}

function isBuiltInTool({ call, run: { terms } }: Acting): boolean {
  return (
    (call.name === spawnAgents.name && terms.spawn !== undefined) || (call.name === updateTodos.name && !!terms.todos)
  );
}

function isParentOnly(name: string): boolean {
  return name === spawnAgents.name || contractNames.includes(name);
}

function parentOnlyText(name: string): string {
  const what = name === spawnAgents.name ? "start sub-agents" : "ask user questions";
  return `${name} is not available to sub-agents: only parent conversations can ${what}.`;
}

function replaceTodos(recorder: Recorder, acting: Acting, at: number): void {
  const reading = updateTodos.read(acting.call.input);
  if (!reading.ok) return finishCall(recorder, acting, { status: "error", text: reading.error }, at);
  recorder.record({ type: "todos.updated", at, runId: acting.run.id, todos: reading.value });
  finishCall(recorder, acting, { status: "ok", text: "The list is updated." }, at);
}

/** Pauses at the step limit, or delivers the waiting messages to the model. */
function prepareModelCall(recorder: Recorder, at: number): void {
  const { conversation } = recorder;
  if (conversation.status !== "thinking") return;
  const { run } = conversation;
  if (run.steps >= run.pauseAt) recorder.record({ type: "run.paused", at, runId: run.id, reason: "step-limit" });
  else deliverMailbox(recorder, at);
}

function deliverMailbox(recorder: Recorder, at: number): void {
  const messageIds = recorder.conversation.mailbox;
  if (messageIds.length > 0) recorder.record({ type: "messages.delivered", at, messageIds });
}

/** Starts a run, which continues the previous one if that is given. */
export function startRun(recorder: Recorder, terms: Terms, at: number, previous?: Pick<Run, "id" | "steps">): void {
  const { id, counts } = recorder.conversation;
  recorder.record({
    type: "run.started",
    at,
    runId: derivedId("run", id, counts.runs + 1),
    terms,
    steps: previous?.steps ?? 0,
    ...(previous && { resumedFrom: previous.id }),
  });
  prepareModelCall(recorder, at);
}
