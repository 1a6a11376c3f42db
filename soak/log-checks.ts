import { isDeepStrictEqual } from "node:util";
import { type Conversation, type Event, type EventOf, type EventType, evolve } from "@askback/core";
import type { Store } from "@askback/server";
import { closingReply, type ScriptedStep } from "./scenario.ts";

export type RecordedEvent = Awaited<ReturnType<Store["events"]>>[number];

/** A conversation in the store at the end. */
export interface Thread {
  readonly id: string;
  readonly log: readonly RecordedEvent[];
  readonly stored: Awaited<ReturnType<Store["load"]>>;
}

/** Faults in the log of one finished conversation. */
export function threadFaults({ id, log, stored }: Thread): readonly string[] {
  const replayed = replay(log);
  const steps = eventsOf(log, "model.replied").map(({ runId, step }) => `step ${step} of ${runId}`);
  const faults = [
    ...(log.every(({ version }, index) => version === index + 1) ? [] : ["its versions have gaps or repeat"]),
    ...(isDeepStrictEqual(stored, { conversation: replayed, version: log.length })
      ? []
      : ["its log does not lead to the stored state"]),
    ...unfinished(replayed),
    ...repeated(steps).map((step) => `${step} is recorded twice`),
    ...repeated(eventsOf(log, "tool.started").map(({ callId }) => callId)).map((call) => `${call} began twice`),
    ...repeated(eventsOf(log, "messages.delivered").flatMap(({ messageIds }) => messageIds)).map(
      (message) => `${message} was delivered twice`,
    ),
    ...unpaired(
      "result",
      callsOf(log).map(({ id: call }) => call),
      eventsOf(log, "tool.finished").map(({ result }) => result.callId),
    ),
    ...unpaired(
      "resolution",
      eventsOf(log, "inquiry.asked").map(({ inquiry }) => inquiry.id),
      eventsOf(log, "inquiry.resolved").map(({ inquiryId }) => inquiryId),
    ),
    ...eventsOf(log, "model.failed").flatMap(({ error }) => invalidPrompts(error.message)),
    ...eventsOf(log, "run.failed").flatMap(({ error }) => invalidPrompts(error.message)),
  ];
  return faults.map((fault) => `${id}: ${fault}`);
}

/** The state that a log leads to; undefined for an invalid log. */
function replay(log: readonly RecordedEvent[]): Conversation | undefined {
  try {
    return log.map(({ event }) => event).reduce<Conversation | undefined>(evolve, undefined);
  } catch {
    return undefined;
  }
}

/** The calls that models made, in order. */
export function callsOf(log: readonly RecordedEvent[]) {
  return eventsOf(log, "model.replied").flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "call" ? [part.call] : [])),
  );
}

export function eventsOf<Type extends EventType>(log: readonly RecordedEvent[], type: Type): readonly EventOf<Type>[] {
  return log.flatMap(({ event }) => (isOf(event, type) ? [event] : []));
}

function isOf<Type extends EventType>(event: Event, type: Type): event is EventOf<Type> {
  return event.type === type;
}

/** Keys of programs under which more than one inquiry was asked. */
export function keyFaults(log: readonly RecordedEvent[]): readonly string[] {
  const keys = eventsOf(log, "inquiry.asked").flatMap(({ inquiry }) => inquiry.origin?.key ?? []);
  return repeated(keys).map((key) => `${key}: it was asked twice`);
}

/** Inquiries that expired before their deadline, by the time in the log or by that at which somebody saw it. */
export function expiryFaults(log: readonly RecordedEvent[], seenAt: ReadonlyMap<string, number>): readonly string[] {
  const deadlines = new Map<string, number | undefined>();
  return log.flatMap(({ event }) => {
    if (event.type === "inquiry.asked") deadlines.set(event.inquiry.id, event.inquiry.deadline);
    if (event.type === "inquiry.amended") deadlines.set(event.inquiryId, event.amended.deadline);
    if (event.type === "inquiry.extended" || event.type === "inquiry.escalated")
      deadlines.set(event.inquiryId, event.deadline);
    if (event.type !== "inquiry.resolved" || event.resolution.type !== "expired") return [];
    const deadline = deadlines.get(event.inquiryId) ?? Number.POSITIVE_INFINITY;
    const earliest = Math.min(event.resolution.at, seenAt.get(event.inquiryId) ?? event.resolution.at);
    return earliest < deadline ? [`${event.inquiryId} expired ${deadline - earliest} ms before its deadline`] : [];
  });
}

/** Whether a program asks in it that runs elsewhere, and no model works. */
export function isExternal({ stored }: Thread): boolean {
  return stored?.conversation.status === "external";
}

function unfinished(conversation: Conversation | undefined): readonly string[] {
  if (conversation?.status === "external") return conversation.open.map(({ inquiry: { id } }) => `${id} is still open`);
  if (conversation?.status !== "idle") return [`it is ${conversation?.status ?? "nothing"} in the end`];
  const { outcome, mailbox, parent } = conversation;
  return [
    ...(outcome === "finished" ? [] : [`its last run was ${outcome}`]),
    ...(mailbox.length === 0 ? [] : ["a message was never read"]),
    ...(parent && !parent.told ? ["its parent was never told"] : []),
  ];
}

/** The model reports prompts that no provider would accept; other errors are retried. */
function invalidPrompts(message: string): readonly string[] {
  return message.includes("invalid_request_error") ? [message] : [];
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/** Names that do not occur exactly once on both sides. */
function unpaired(what: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  return [...new Set([...expected, ...found])].flatMap((name) => {
    const count = found.filter((other) => other === name).length;
    return count === 1 && expected.includes(name) ? [] : [`${name} has ${count} times a ${what}`];
  });
}

/** Checks that the agent gave all replies of its script once and in order, and then only the closing reply. */
export function scriptFaults({ id, log }: Thread): readonly string[] {
  const [first] = eventsOf(log, "message.received");
  const { script } = JSON.parse(first?.text ?? "{}") as { readonly script?: readonly ScriptedStep[] };
  const expected = (script ?? []).map(({ text }) => text);
  const said = eventsOf(log, "model.replied").map(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
  );
  const isComplete = expected.length > 0 && expected.every((text, index) => said[index] === text);
  return isComplete && said.slice(expected.length).every((text) => text === closingReply)
    ? []
    : [`${id}: its agent said ${JSON.stringify(said)} instead of ${JSON.stringify(expected)}`];
}
