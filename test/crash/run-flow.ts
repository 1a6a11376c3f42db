import type { Store } from "@askback/server";
import type { ApiResponse } from "../harness/server/api.ts";
import type { ServerEvent } from "../harness/server/server-events.ts";
import { openStore } from "../harness/server/store-under-test.ts";
import { type CrashHost, createCrashHost } from "./crash-host.ts";
import type { CrashPoint } from "./crash-point.ts";
import { conversationName } from "./event-names.ts";
import { createPerson, type Observer, type Person } from "./person.ts";

type Log = Awaited<ReturnType<Store["events"]>>;

/** A conversation in the data folder. */
export interface Thread {
  readonly name: string;
  readonly id: string;
  readonly log: Log;
  readonly stored: Awaited<ReturnType<Store["load"]>>;
  readonly messages: Awaited<ReturnType<Store["messages"]>>;
}

/** The outcome of a flow, in the data folder and outside. */
export interface Outcome {
  readonly id: string;
  readonly crashes: number;
  /** Commits of the last process, by the names of what they hold. */
  readonly commits: readonly (readonly string[])[];
  /** Errors that any process reported. */
  readonly failures: readonly unknown[];
  readonly log: Log;
  /** The conversation that the person started. */
  readonly stored: Thread["stored"];
  /** That one, its sub-agents and its forks. */
  readonly threads: readonly Thread[];
  readonly inquiries: Awaited<ReturnType<Store["inquiries"]>>["items"];
  /** When something in the folder is due, if ever. */
  readonly dueIn: number | undefined;
  readonly prompts: readonly string[];
  readonly effects: readonly string[];
  readonly seen: readonly ServerEvent[];
  readonly acknowledged: ReadonlyMap<string, ApiResponse["body"]>;
}

export interface Crashes {
  /** Where the first process dies, where the second, and so on. */
  readonly at?: readonly CrashPoint[];
  /** For a process that holds: the moment, as the person sees it, at which it is killed. */
  readonly killWhen?: string;
  /** Conversations in work at once. */
  readonly concurrency?: number;
}

/** Lets a person act while processes crash at the given points; the actions return the conversation's id. */
export async function runFlow(
  { at = [], killWhen, concurrency }: Crashes,
  act: (person: Person, host: CrashHost) => Promise<string>,
): Promise<Outcome> {
  const host = createCrashHost(at, concurrency);
  const observe: Observer = async (moment) => {
    if (moment === killWhen && host.crashes === 0) await host.kill();
  };
  const person = createPerson(host, observe);
  const id = await act(person, host);
  await person.close();
  await host.stop();
  const { crashes, lines } = host;
  const entries = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  const { seen, acknowledged } = person;
  return {
    id,
    crashes,
    commits: entries.find(({ msg }) => msg === "stopped").commits,
    failures: entries.filter(({ msg }) => msg === "failed"),
    ...(await readFolder(host.dataDir, id)),
    prompts: host.prompts(),
    effects: host.effects(),
    seen,
    acknowledged,
  };
}

/** Starts a conversation whose model gives these replies. */
export async function startConversation(person: Person, agent: string, script: readonly unknown[]): Promise<string> {
  const message = JSON.stringify({ script });
  const { id } = await person.post("start", "/v1/conversations", { agent, message });
  return id;
}

export async function waitForInquiry(person: Person, conversationId: string, count: number): Promise<string> {
  const { inquiry } = await person.event(
    conversationId,
    ({ type, data }) => type === "inquiry.asked" && data.inquiry.id.split("_")[2] === String(count),
  );
  return inquiry.id;
}

async function readFolder(folder: string, id: string) {
  const store = await openStore(folder);
  try {
    const log = await store.events({ after: 0, limit: 1_000 });
    const byConversation = Map.groupBy(log, ({ conversationId }) => conversationId);
    const threads = [...byConversation].map(async ([own, events]) => ({
      name: conversationName(own, own !== id),
      id: own,
      log: events,
      stored: await store.load(own),
      messages: await store.messages(own),
    }));
    return {
      log,
      stored: await store.load(id),
      threads: (await Promise.all(threads)).sort((a, b) => (a.name < b.name ? -1 : 1)),
      inquiries: (await store.inquiries({ limit: 100 })).items,
      dueIn: await store.dueIn(),
    };
  } finally {
    await store.close();
  }
}
