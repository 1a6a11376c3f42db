import { type Conversation, type Event, evolve, interruptedResult } from "@askback/core";
import { expect } from "vitest";
import type { Outcome } from "./flow.ts";

/** How a crash may show: in the result of a call that is not run again, and in how often a tool did its work. */
export interface Marks {
  /** A call whose tool may or may not have run, as the model is then told. */
  readonly interrupted?: string;
  /** Side effects by call, where they are not one. */
  readonly effects?: Readonly<Record<string, number>>;
}

const effectsWithoutCrash = { call_pay: 1, call_look: 1, call_pay_again: 1 };

/** That a flow with crashes ended as the one without, but for its marks. */
export function expectSameFlow(outcome: Outcome, reference: Outcome, { interrupted, effects = {} }: Marks = {}): void {
  const { log, stored, seen } = outcome;
  expect(outcome.failures).toEqual([]);
  expect(outcome.conversations).toBe(1);
  expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => index + 1));
  expect(log.map(({ version }) => version)).toEqual(log.map((_, index) => index + 1));
  expect(seen.map(({ id }) => Number(id))).toEqual(log.map(({ position }) => position));
  expect(stored).toEqual({ conversation: replayed(log.map(({ event }) => event)), version: log.length });
  expect(outcome.nextDue).toBeUndefined();

  const told = (result: { readonly callId: string }) =>
    result.callId === interrupted ? { ...result, ...interruptedResult } : result;
  expect(factsOf(outcome)).toEqual(
    factsOf(reference).map((fact) => (fact.type === "tool.finished" ? { ...fact, result: told(fact.result) } : fact)),
  );
  expectSamePrompts(outcome.prompts, reference.prompts, interrupted);
  expectAcknowledged(outcome);
  expect(countsOf(outcome.effects)).toEqual(
    Object.fromEntries(Object.entries({ ...effectsWithoutCrash, ...effects }).filter(([, count]) => count > 0)),
  );
}

/** Every call of the model was sent what the reference was sent in that step; a step may have been called twice. */
function expectSamePrompts(prompts: readonly string[], reference: readonly string[], interrupted?: string): void {
  const steps = prompts.map(stepOf);
  expect([...new Set(steps)]).toEqual(reference.map(stepOf));
  expect(prompts.map((prompt) => JSON.parse(prompt))).toEqual(
    steps.map((step) => JSON.parse(reference[step - 1] ?? "", (_, value) => interruptedIn(value, interrupted))),
  );
}

/** What was acknowledged is in the log as it was acknowledged, even if the server died right after. */
function expectAcknowledged({ id, acknowledged, log, stored }: Outcome): void {
  expect([...acknowledged.keys()]).toEqual(["start", "answer", "chat", "decline"]);
  const start = acknowledged.get("start");
  expect(start).toMatchObject({ id, createdAt: iso(stored?.conversation.createdAt), version: 4 });
  for (const key of ["answer", "decline"]) {
    const { inquiryId, resolution, at } = acknowledged.get(key);
    const resolved = eventsOf(log, "inquiry.resolved").find((event) => event.inquiryId === inquiryId);
    expect([resolved?.resolution.type, iso(resolved?.at)]).toEqual([resolution, at]);
  }
  const through = log.slice(0, acknowledged.get("chat").version).map(({ event }) => event.type);
  expect(through.slice(-5)).toEqual([
    "message.received",
    "inquiry.resolved",
    "tool.finished",
    "tool.finished",
    "messages.delivered",
  ]);
}

/** The log without what differs from run to run: times, token counts, the conversation's id, and the crash itself. */
function factsOf({ log, id }: Outcome) {
  const body = id.slice(id.indexOf("_") + 1);
  const facts = log.map(({ event }) => event).filter(({ type }) => type !== "run.interrupted");
  const varying = new Set(["at", "askedAt", "usage"]);
  return JSON.parse(
    JSON.stringify(facts, (key, value) => (varying.has(key) ? undefined : value)).replaceAll(body, "x"),
  ) as Event[];
}

function replayed(events: readonly Event[]): Conversation | undefined {
  return events.reduce<Conversation | undefined>(evolve, undefined);
}

export function eventsOf<Type extends Event["type"]>(
  log: Outcome["log"],
  type: Type,
): readonly Extract<Event, { type: Type }>[] {
  return log.flatMap(({ event }) => (event.type === type ? [event as Extract<Event, { type: Type }>] : []));
}

function stepOf(prompt: string): number {
  return (JSON.parse(prompt) as { role: string }[]).filter(({ role }) => role === "assistant").length + 1;
}

function interruptedIn(value: unknown, callId: string | undefined): unknown {
  const part = value as { type?: string; toolCallId?: string } | null;
  if (part?.type !== "tool-result" || part.toolCallId !== callId) return value;
  return { ...part, output: { type: "error-text", value: interruptedResult.text } };
}

function countsOf(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(names, (name) => name)).map(([name, all]) => [name, all?.length ?? 0]),
  );
}

function iso(at: number | undefined): string {
  return new Date(at ?? Number.NaN).toISOString();
}
