import { contractNames } from "../contracts/contract-by-name.ts";
import type { Acting } from "../conversation.ts";
import { derivedId } from "../id.ts";
import { spawnAgents } from "../own-tools/spawn-agents.ts";
import { updateTodos } from "../own-tools/update-todos.ts";
import type { Run, Terms } from "../run.ts";
import { needsApproval, noApprovalWords, seekApproval } from "./approval.ts";
import { ask, contractOf, unreadableWords } from "./ask.ts";
import { actingOf, finishCall } from "./calls.ts";
import { spawn } from "./children.ts";
import type { Ledger } from "./ledger.ts";

/** Goes on as far as no outside work is needed: asks, refuses asks, delivers the mailbox, pauses at the step limit. */
export function proceed(ledger: Ledger, at: number): void {
  for (let work = ownWork(ledger, at); work; work = ownWork(ledger, at)) work();
  think(ledger, at);
}

/** What the core itself does for the call at hand; undefined when there is none or its tool is to run outside. */
function ownWork(ledger: Ledger, at: number): (() => void) | undefined {
  const acting = actingOf(ledger.conversation);
  if (!acting || acting.started) return undefined;
  const { call, run, parent } = acting;
  const refuse = (text: string) => () => finishCall(ledger, acting, { status: "error", text }, at);
  if (parent && isForParents(call.name)) return refuse(onlyParents(call.name));
  const contract = contractOf(acting);
  if (contract) return () => ask(ledger, acting, contract, at);
  const isOwn = isOwnTool(acting);
  const isGated = needsApproval(acting);
  if (!isOwn && !isGated) return undefined;
  if (call.unreadable !== undefined) return refuse(unreadableWords(call.name, call.unreadable));
  if (isGated && !isToolName(call.name))
    return refuse(`There is no tool named ${JSON.stringify(call.name.slice(0, 80))}.`);
  if (isGated && parent) return refuse(noApprovalWords(call.name));
  if (isGated) return () => seekApproval(ledger, acting, at);
  if (call.name === spawnAgents.name) return () => spawn(ledger, acting, run.terms.spawn ?? [], at);
  return () => keepTodos(ledger, acting, at);
}

/** Nothing else can be the name of a tool, whatever a pattern matches; such a name is not put before people. */
function isToolName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name);
}

function isOwnTool({ call, run: { terms } }: Acting): boolean {
  return (
    (call.name === spawnAgents.name && terms.spawn !== undefined) || (call.name === updateTodos.name && !!terms.todos)
  );
}

function isForParents(name: string): boolean {
  return name === spawnAgents.name || contractNames.includes(name);
}

function onlyParents(name: string): string {
  const what = name === spawnAgents.name ? "start sub-agents" : "ask user questions";
  return `${name} is not available to sub-agents: only parent conversations can ${what}.`;
}

function keepTodos(ledger: Ledger, acting: Acting, at: number): void {
  const reading = updateTodos.read(acting.call.input);
  if (!reading.ok) return finishCall(ledger, acting, { status: "error", text: reading.error }, at);
  ledger.record({ type: "todos.updated", at, runId: acting.run.id, todos: reading.value });
  finishCall(ledger, acting, { status: "ok", text: "The list is updated." }, at);
}

/** Pauses at the step limit, or hands the model what waits for it. */
function think(ledger: Ledger, at: number): void {
  const { conversation } = ledger;
  if (conversation.status !== "thinking") return;
  const { run } = conversation;
  if (run.steps >= run.pauseAt) ledger.record({ type: "run.paused", at, runId: run.id, reason: "step-limit" });
  else deliverMailbox(ledger, at);
}

function deliverMailbox(ledger: Ledger, at: number): void {
  const messageIds = ledger.conversation.mailbox;
  if (messageIds.length > 0) ledger.record({ type: "messages.delivered", at, messageIds });
}

/** Starts a run, which goes on after the previous one if there is one. */
export function startRun(ledger: Ledger, terms: Terms, at: number, previous?: Pick<Run, "id" | "steps">): void {
  const { id, counts } = ledger.conversation;
  ledger.record({
    type: "run.started",
    at,
    runId: derivedId("run", id, counts.runs + 1),
    terms,
    steps: previous?.steps ?? 0,
    ...(previous && { resumedFrom: previous.id }),
  });
  think(ledger, at);
}
