import { type Conversation, type Event, evolve, interruptedResult } from "@askback/core";
import { expect } from "vitest";
import type { Outcome, Thread } from "./run-flow.ts";

/** How a crash may change a flow: the result of a call that is not run again, and how often a tool ran. */
export interface Differences {
  /** A call whose tool may or may not have run, as the model is then told. */
  readonly interrupted?: string;
  /** Side effects by call, where they are not those of the flow without a crash. */
  readonly effects?: Readonly<Record<string, number>>;
  /** Text that streams is only in the memory of the process that dies, so a stopped run may or may not have kept it. */
  readonly mayLoseText?: boolean;
}

/** Expects that a flow with crashes ended as the one without, but for these differences. */
export function expectSameFlow(outcome: Outcome, reference: Outcome, differences: Differences = {}): void {
  const { log, seen } = outcome;
  expect(outcome.failures).toEqual([]);
  const positions = log.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  // Each stream is in order; two streams may be read in turn.
  expect(seen.map(({ position }) => Number(position)).sort((a, b) => a - b)).toEqual(positions);
  for (const thread of outcome.threads) expectReplayable(thread);
  expectSameEnd(outcome, reference, differences);
  expectAcknowledged(outcome, reference);
}

/** The same without the checks of the log, of which a deletion leaves little. */
export function expectSameEnd(
  outcome: Outcome,
  reference: Outcome,
  { interrupted, effects = {}, mayLoseText = false }: Differences = {},
): void {
  expect(outcome.failures).toEqual([]);
  expect(outcome.dueIn).toBeUndefined();
  expect(outcome.threads.map(({ name }) => name)).toEqual(reference.threads.map(({ name }) => name));
  const expectedResult = (result: { readonly callId: string }) =>
    result.callId === interrupted ? { ...result, ...interruptedResult } : result;
  const kept = mayLoseText ? withoutPartialText : (facts: readonly Event[]) => facts;
  for (const [index, { log }] of outcome.threads.entries()) {
    const expected = factsOf(reference, reference.threads[index]?.log ?? []);
    const actual = factsOf(outcome, log);
    expect({ ...actual, inOrder: kept(actual.inOrder) }).toEqual({
      ...expected,
      inOrder: kept(expected.inOrder).map((fact) =>
        fact.type === "tool.finished" ? { ...fact, result: expectedResult(fact.result) } : fact,
      ),
    });
  }
  expect(plain(outcome, outcome.inquiries)).toEqual(plain(reference, reference.inquiries));
  const withInterruption = (prompt: unknown) =>
    JSON.parse(JSON.stringify(prompt), (_, value) => interruptedIn(value, interrupted));
  expect(distinct(plain(outcome, outcome.prompts.map(parsed)))).toEqual(
    distinct(plain(reference, reference.prompts.map(parsed)).map(withInterruption)),
  );
  expect(countsOf(outcome.effects)).toEqual(
    Object.fromEntries(Object.entries({ ...countsOf(reference.effects), ...effects }).filter(([, count]) => count > 0)),
  );
}

function withoutPartialText(facts: readonly Event[]): readonly Event[] {
  return facts.map((fact) => {
    if (fact.type !== "run.finished" || !("partial" in fact)) return fact;
    const { partial: _, ...rest } = fact;
    return rest;
  });
}

/** Expects that no event is lost or repeated: the log leads to the stored state. */
function expectReplayable({ log, stored }: Thread): void {
  expect(log.map(({ version }) => version)).toEqual(log.map((_, index) => index + 1));
  expect(stored).toEqual({ conversation: replayed(log.map(({ event }) => event)), version: log.length });
}

/** Expects everything acknowledged in the log, even if the server died right after. */
function expectAcknowledged(outcome: Outcome, reference: Outcome): void {
  const { acknowledged, log } = outcome;
  expect([...acknowledged.keys()]).toEqual([...reference.acknowledged.keys()]);
  for (const [key, { inquiryId, resolution, agreement, by, at, version }] of acknowledged) {
    if (agreement !== undefined) {
      const agreed = eventsOf(log, "inquiry.agreed").filter((event) => event.agreement.by === by);
      expect(agreed.map((event) => [event.inquiryId, iso(event.agreement.at)])).toEqual([[inquiryId, at]]);
    } else if (inquiryId !== undefined) {
      const resolved = eventsOf(log, "inquiry.resolved").filter((event) => event.inquiryId === inquiryId);
      expect(resolved.map((event) => [event.resolution.type, iso(event.resolution.at)])).toEqual([[resolution, at]]);
    }
    if (version !== undefined) expect(acknowledgedFacts(outcome, key)).toEqual(acknowledgedFacts(reference, key));
  }
}

/** The types of the events in the log when a request was acknowledged. */
function acknowledgedFacts(outcome: Outcome, key: string) {
  const { id, version, createdAt } = outcome.acknowledged.get(key);
  const thread = outcome.threads.find((other) => other.id === id);
  expect(createdAt).toBe(iso(thread?.stored?.conversation.createdAt));
  const { inOrder } = factsOf(outcome, thread?.log.slice(0, version) ?? []);
  // The result of an interrupted call differs.
  return inOrder.map(({ type }) => type);
}

/** A log without what differs from run to run: times, token counts, ids, the crash and the order of sub-agents. */
function factsOf(outcome: Outcome, log: Thread["log"]) {
  const facts = log.map(({ event }) => event).filter(({ type }) => !unordered.has(type));
  const ends = eventsOf(log, "child.ended").toSorted((a, b) => (a.childId < b.childId ? -1 : 1));
  expect(eventsOf(log, "children.started").length).toBeLessThanOrEqual(eventsOf(log, "agents.spawned").length);
  return { inOrder: plain(outcome, facts) as Event[], sideBySide: plain(outcome, ends) };
}

/** A sub-agent may end before the others have been started, and before that is recorded. */
const unordered: ReadonlySet<Event["type"]> = new Set(["run.interrupted", "child.ended", "children.started"]);

const varying = new Set([
  "at",
  "askedAt",
  "amendedAt",
  "revision",
  "until",
  "createdAt",
  "startedAt",
  "usage",
  "state",
]);

/** Without times and token counts, and with the same ids in every flow. */
function plain(outcome: Outcome, values: readonly unknown[]): unknown[] {
  let text = JSON.stringify(values, (key, value) => (varying.has(key) ? undefined : value));
  for (const { id, name } of outcome.threads)
    if (!name.startsWith("child")) text = text.replaceAll(id.slice(id.indexOf("_") + 1), name);
  // The last part of the id of an inquiry is random.
  return JSON.parse(text.replace(/\b((?:inq|perm)_\w+?_\d+)_[0-9a-f]{12}\b/g, "$1"));
}

/** The prompts without repetitions, which a crash causes, in an order that does not depend on timing. */
function distinct(prompts: readonly unknown[]): readonly unknown[] {
  return [...new Set(prompts.map((prompt) => JSON.stringify(prompt)))].sort().map(parsed);
}

function parsed(text: string): unknown {
  return JSON.parse(text);
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
