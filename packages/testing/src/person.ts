import type { Client, Wait } from "@askback/client";
import type * as wire from "@askback/core/wire";
import { type Answered, isAbout, type Reaction, type Rule, toAnswer } from "./rule.ts";

export interface PersonOptions {
  /** The time that rules wait by; a clock that can be turned, or that of the machine. */
  readonly clock?: { readonly wait: Wait };
  /** Called when the person has done something, or has left an inquiry open because no rule is about it. */
  onDone?(done: Done): void;
}

export interface Done {
  readonly inquiry: wire.Inquiry;
  /** What the person did; undefined where no rule is about the inquiry. */
  readonly did?: Reaction;
  /** Why the server refused it, or why it could not be done. */
  readonly problem?: string;
}

/** A person who answers by rule, for as long as a test runs. */
export interface Person {
  /** What the person has done so far. */
  readonly done: readonly Done[];
  stop(): void;
}

const machineClock: { readonly wait: Wait } = {
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

/** The first rule that is about an inquiry decides; one without a rule stays open, as silence never answers. `client` has the scope `answer`. */
export function createPerson(client: Client, rules: readonly Rule[], options: PersonOptions = {}): Person {
  const { clock = machineClock, onDone } = options;
  const done: Done[] = [];
  const stopped = new AbortController();
  const events = client.events({ after: "0" });

  function note(entry: Done): void {
    done.push(entry);
    onDone?.(entry);
  }

  async function meet(id: string): Promise<void> {
    const read = await client.inquiries.get(id, {}, { signal: stopped.signal });
    if (!read.ok || read.value.status !== "open") return;
    const inquiry = read.value;
    const rule = rules.find((candidate) => isAbout(candidate, inquiry));
    if (!rule) return note({ inquiry });
    await clock.wait(rule.afterMs ?? 0, stopped.signal);
    if (stopped.signal.aborted) return;
    const problem = await act(inquiry, rule.does).catch((error: Error) => error.message);
    note({ inquiry, did: rule.does, ...(problem !== undefined && { problem }) });
  }

  /** Does it, and returns why that was refused. */
  async function act(inquiry: wire.Inquiry, reaction: Reaction, hold?: number): Promise<string | undefined> {
    const { inquiries } = client;
    const { id, revision } = inquiry;
    if (reaction === "ignore") return undefined;
    if (reaction === "decline" || reaction === "delegate" || reaction === "dismiss")
      return problemOf(await inquiries[reaction](id, { revision }));
    if (reaction === "allow" || reaction === "refuse")
      return act(inquiry, { pick: reaction === "allow" ? "Allow once" : "Refuse" }, hold);
    if ("first" in reaction) {
      const problem = await act(inquiry, reaction.first, maxHoldSeconds);
      return problem ?? problemOf(await inquiries.retract(id)) ?? act(inquiry, reaction.last, hold);
    }
    const answers = inquiry.questions.map((question) => toAnswer(question, reactionTo(inquiry, question, reaction)));
    return problemOf(await inquiries.answer(id, { answers, revision, ...(hold !== undefined && { hold }) }));
  }

  /** Each question of several has the first rule that is about it alone. */
  function reactionTo(inquiry: wire.Inquiry, question: wire.Question, reaction: Answered): Answered {
    if (inquiry.questions.length === 1) return reaction;
    const does = rules.find((rule) => isAbout(rule, inquiry, question))?.does;
    if (does === undefined || typeof does === "string" || "first" in does)
      throw new Error(`no rule answers "${question.text}"`);
    return does;
  }

  void (async () => {
    for await (const event of events) if (event.type === "inquiry.asked" && event.inquiry) void meet(event.inquiry.id);
  })();

  return {
    done,
    stop() {
      stopped.abort();
      events.close();
    },
  };
}

/** An answer that is taken back is held for as long as the server allows. */
const maxHoldSeconds = 300;

function problemOf(reply: { readonly ok: boolean; readonly error?: { readonly title: string } }): string | undefined {
  return reply.ok ? undefined : reply.error?.title;
}
