import { type Conversation, type Event, evolve } from "@askback/core";
import { modelStepsOf } from "../../../packages/core/src/testing/model-steps.ts";
import type { RecordedEvent, Store } from "../../../packages/server/src/store/store.ts";
import type { Clients } from "../clients.ts";
import type { CommitRecorder } from "../commit-recorder.ts";
import type { SimulatedServer } from "../simulated-server.ts";

interface Ended {
  readonly store: Store;
  /** The log of this history. */
  readonly entries: readonly RecordedEvent[];
  readonly recorder: CommitRecorder;
  readonly clients: Clients;
  readonly servers: readonly SimulatedServer[];
}

/** The promises that are broken when a history has come to rest. */
export async function findViolations(ended: Ended): Promise<readonly string[]> {
  const { store, entries, recorder, clients, servers } = ended;
  const broken: string[] = [];
  const check = (holds: boolean, what: string) => void (holds || broken.push(what));
  const ids = recorder.conversations().map(({ id }) => id);
  check(
    entries.every(({ conversationId }) => ids.includes(conversationId)),
    "there are events of conversations that nobody committed",
  );
  const logs = Map.groupBy(entries, ({ conversationId }) => conversationId);

  check((await store.dueIn()) === undefined, "something is due, though everything rests");
  for (const id of ids) {
    const log = logs.get(id) ?? [];
    const events = log.map(({ event }) => event);
    const stored = await store.load(id);
    check(same(events, recorder.log(id)), `the log of ${id} is not what was committed`);
    check(
      log.every(({ version }, index) => version === index + 1),
      `the versions of ${id} have a gap`,
    );
    check(stored?.version === log.length, `${id} is at version ${stored?.version} with ${log.length} events`);
    check(same(stored?.conversation, replayed(events)), `the state of ${id} is not what its log gives`);
    for (const what of await violationsOf(store, id, events)) check(false, `${id}: ${what}`);
  }
  for (const { request, conversationId, version, events } of clients.acknowledgements) {
    const kept = recorder.log(conversationId).slice(version - events.length, version);
    check(
      same(kept, events),
      `${request.name} was acknowledged at version ${version} of ${conversationId} and is not there`,
    );
  }
  const texts = entries.flatMap(({ event }) => (event.type === "message.received" ? [event.text] : []));
  for (const { name, text, isDone, mayBeLost } of clients.requests) {
    const count = texts.filter((other) => other === text).length;
    const isReceived = count === 1 || (mayBeLost && count === 0);
    if (text !== undefined) check(isDone && isReceived, `"${text}" (${name}) was received ${count} times`);
  }
  for (const { host, followsFrom, followed } of servers) {
    const expected = entries.filter(({ position }) => followsFrom !== undefined && position > followsFrom);
    check(
      same(
        followed,
        expected.map(({ position }) => position),
      ),
      `a follower on ${host.name} saw ${followed.length} of ${expected.length} events`,
    );
  }
  return broken;
}

/** The promises that a conversation at rest breaks, by its log and by the tables that the API reads. */
async function violationsOf(store: Store, id: string, events: readonly Event[]): Promise<readonly string[]> {
  const of = <Type extends Event["type"]>(type: Type) =>
    events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);
  const replies = of("model.replied").map(({ runId, step }) => `${runId} ${step}`);
  const started = of("tool.started").map(({ runId, step, callId }) => `${runId} ${step} ${callId}`);
  const asked = of("inquiry.asked").map(({ inquiry }) => inquiry.id);
  const resolved = of("inquiry.resolved").map(({ inquiryId }) => inquiryId);
  const messages = new Map((await store.messages(id)).map((message) => [message.id, message]));
  const termsByRun = new Map(of("run.started").map(({ runId, terms }) => [runId, terms]));
  const steps = modelStepsOf({ messages, termsByRun });
  const called = steps.map(({ calls }) => calls.map((call) => call.id));
  const got = steps.map(({ results }) => results.map(({ callId }) => callId));
  const records = (await store.inquiries({ conversationId: id, limit: 100 })).items;
  // The ask of a program is a message with a call, whose end the program reads itself.
  const isExternal = of("conversation.started").some(({ kind }) => kind === "external");
  const failures = of("run.failed").map(({ error }) => error.message);
  return [
    ...(new Set(replies).size < replies.length ? ["a step is recorded twice"] : []),
    ...(new Set(started).size < started.length ? ["a tool is started twice"] : []),
    ...(same(asked.toSorted(), resolved.toSorted()) ? [] : [`asked ${asked.join()}, resolved ${resolved.join()}`]),
    ...(records.some(({ resolution }) => !resolution) ? ["an inquiry is shown as open"] : []),
    ...(isExternal || same(called, got)
      ? []
      : [`calls ${JSON.stringify(called)} have the results ${JSON.stringify(got)}`]),
    ...failures.filter((message) => !/^(interrupted 5 times|overloaded)/.test(message)),
  ];
}

function replayed(events: readonly Event[]): Conversation | undefined {
  return events.reduce<Conversation | undefined>(evolve, undefined);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
