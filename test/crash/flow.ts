import { createSqliteStore, type Store } from "@askback/server";
import type { ApiResponse } from "../support/api.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import type { ServerEvent } from "../support/server-events.ts";
import { type CrashHost, createCrashHost } from "./crash-host.ts";
import type { CrashPoint } from "./crash-point.ts";
import { createPerson, type Person, type Witness } from "./person.ts";

/** The commits of the flow: a person's are named by the key of the request, a worker's by what it reports. */
export const commits = [
  "start",
  "step 1 replied: pay, look, ask, pay again",
  "call_pay started",
  "call_pay finished",
  "call_look started",
  "call_look finished, and the first inquiry asked",
  "answer",
  "call_pay_again started",
  "call_pay_again finished",
  "step 2 replied, and the second inquiry asked",
  "chat",
  "step 3 replied, and the third inquiry asked",
  "decline",
  "step 4 replied",
] as const;

const script = [
  {
    text: "First I pay and look.",
    calls: [
      { id: "call_pay", name: "pay", input: {} },
      { id: "call_look", name: "look", input: {} },
      { id: "call_ask", ...askTwo },
      { id: "call_pay_again", name: "pay", input: {} },
    ],
  },
  {
    text: "One more question for you.",
    calls: [
      { id: "call_chat", ...askOne("Which colour?") },
      { id: "call_skipped", name: "look", input: {} },
    ],
  },
  { text: "And a last question now.", calls: [{ id: "call_decline", ...askOne("Which shape?") }] },
  { text: "All of it is done." },
];

/** What is left of a flow, in the data folder and outside. */
export interface Outcome {
  readonly id: string;
  readonly crashes: number;
  /** Commits of the last process. */
  readonly commits: number;
  /** Errors that any process reported. */
  readonly failures: readonly unknown[];
  readonly log: Awaited<ReturnType<Store["events"]>>;
  readonly stored: Awaited<ReturnType<Store["load"]>>;
  readonly conversations: number;
  /** When something in the folder is due, if ever. */
  readonly nextDue: number | undefined;
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
}

/** Plays the whole flow against real processes that crash as told, and gives what came of it. */
export async function playFlow(crashes: Crashes = {}): Promise<Outcome> {
  return play(crashes, async (person) => {
    const message = JSON.stringify({ script });
    const { id } = await person.post("start", "/v1/conversations", { agent: "puppet", message });
    const asked = (count: number) => inquiryAsked(person, id, count);
    await person.post("answer", `/v1/inquiries/${await asked(1)}/answer`, { answers: bothAnswered });
    await asked(2);
    await person.post("chat", `/v1/conversations/${id}/messages`, { text: "Blue, or what the sky is." });
    await person.post("decline", `/v1/inquiries/${await asked(3)}/decline`, { comment: "No shape." });
    await person.event(id, ({ type }) => type === "run.finished");
    return id;
  });
}

/** Lets a person act while processes crash as told; the actions give the conversation's id. */
export async function play(
  { at = [], killWhen }: Crashes,
  act: (person: Person, host: CrashHost) => Promise<string>,
): Promise<Outcome> {
  const host = createCrashHost(at);
  const witness: Witness = async (moment) => {
    if (moment === killWhen && host.crashes === 0) await host.kill();
  };
  const person = createPerson(host, witness);
  const id = await act(person, host);
  await person.close();
  await host.stop();
  const { crashes, lines } = host;
  const entries = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  const { seen, acknowledged } = person;
  const left = await readFolder(host.dataDir, id);
  return {
    id,
    crashes,
    commits: entries.find(({ msg }) => msg === "stopped").commits,
    failures: entries.filter(({ msg }) => msg === "failed"),
    ...left,
    prompts: host.prompts(),
    effects: host.effects(),
    seen,
    acknowledged,
  };
}

async function inquiryAsked(person: Person, conversationId: string, count: number): Promise<string> {
  const { inquiry } = await person.event(
    conversationId,
    ({ type, data }) => type === "inquiry.asked" && data.inquiry.id.endsWith(`_${count}`),
  );
  return inquiry.id;
}

function askOne(question: string) {
  const options = [{ label: "This" }, { label: "That" }];
  return { name: "ask_user_question", input: { questions: [{ question, options }] } };
}

async function readFolder(folder: string, id: string) {
  const store = createSqliteStore({ folder });
  try {
    const { items } = await store.conversations({ limit: 10 });
    return {
      log: await store.events({ after: 0, limit: 1_000 }),
      stored: await store.load(id),
      conversations: items.length,
      nextDue: await store.nextDue(),
    };
  } finally {
    await store.close();
  }
}
