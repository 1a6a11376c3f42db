import { randomUUID } from "node:crypto";
import { type Command, type Conversation, dueAt, type Event, type Result } from "@askback/core";
import { ROOT_CONTEXT } from "@opentelemetry/api";
import type { Clock } from "../clock.ts";
import type { Answerable } from "../store/people/answerable.ts";
import type { Answering } from "../store/people/answering-groups.ts";
import type { Claim, Store } from "../store/store.ts";
import { type AgentDefinition, externalTools } from "./agent.ts";
import { inCommandSpan } from "./command-span.ts";
import { type EffectContext, executeEffect, type OpenSecret } from "./execute-effect.ts";
import type { LiveTexts } from "./live-texts.ts";
import type { ModelByName } from "./model/model-by-name.ts";
import { createTranscripts } from "./model/transcripts.ts";
import { type Performed, type PerformFailure, type PerformOptions, type PlanNotices, perform } from "./perform.ts";
import type { Toolbox } from "./tool/toolbox.ts";
import type { Unavailable } from "./unavailable.ts";
import { createWorker } from "./worker.ts";

export interface RuntimeOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Who may answer; without it nobody has made a standing answer. */
  readonly answering?: Pick<Answering, "membersOf">;
  /** Whom asks can reach; without it everybody who is named. */
  readonly answerable?: Pick<Answerable, "unknownIn">;
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  readonly toolbox: Pick<Toolbox, "select">;
  readonly modelByName: ModelByName;
  readonly liveTexts: LiveTexts;
  /** Keys of providers, which no recorded message may contain. */
  readonly secrets?: readonly string[];
  /** Why an agent cannot work right now; undefined where it can. */
  whyUnavailable?(agent: AgentDefinition): Unavailable | undefined;
  /** Why a tool of the agent is missing while its MCP server cannot be reached; undefined for any other tool. */
  whyToolUnavailable?(agent: AgentDefinition, tool: string): Unavailable | undefined;
  /** Without it there are no secrets. */
  readonly openSecret?: OpenSecret;
  /** How many conversations are in work at once. */
  readonly concurrency?: number;
  readonly leaseMs?: number;
  readonly pollMs?: number;
  /** For tests; `Math.random` by default. */
  random?(): number;
  onError(conversationId: string | undefined, error: unknown): void;
  /** Called with the events of every commit of this process, and the conversation after them. */
  onRecorded?(events: readonly Event[], conversation: Conversation): void;
  /** What others are told of a commit; it is stored in the same transaction. */
  readonly planNotices?: PlanNotices;
  /** Called when a commit stored such notices. */
  onNotices?(): void;
  /** Called when a commit was refused because another worker has the lease. */
  onStaleCommit?(): void;
  /** Called when a conversation was claimed whose lease had expired: its worker is gone, or was stalled. */
  onLeaseExpired?(): void;
}

/** Performs commands, and drives the conversations in which they make work due. */
export interface Runtime {
  perform(
    conversationId: string,
    command: Command,
    options?: Pick<PerformOptions, "reply">,
  ): Promise<Result<Performed, PerformFailure>>;
  start(): void;
  stop(graceMs: number): Promise<void>;
  readonly inWork: number;
}

export function createRuntime(options: RuntimeOptions): Runtime {
  const { store, clock, toolbox, planNotices, concurrency = 256, leaseMs = 15_000, pollMs = 1_000, onError } = options;
  const transcripts = createTranscripts(store);
  const effectContext: EffectContext = {
    transcripts,
    random: Math.random,
    onLeftOut: (tool) =>
      onError(undefined, new Error(`the presentation of the tool "${tool}" failed and was left out`)),
    ...options,
    answering: options.answering ?? { membersOf: async () => [] },
    answerable: options.answerable ?? { unknownIn: async () => undefined },
    whyUnavailable: (agent) => options.whyUnavailable?.(agent),
    openSecret: options.openSecret ?? (async () => undefined),
    whyToolUnavailable: (agent, tool) => options.whyToolUnavailable?.(agent, tool),
    toolsOf: (agent) => toolbox.select(externalTools(agent)),
    perform: (id, command) => performInSpan(id, command),
  };

  const worker = createWorker({
    store,
    clock,
    lease: { owner: randomUUID(), leaseMs },
    concurrency,
    pollMs,
    onError,
    onLeaseExpired: () => options.onLeaseExpired?.(),
    driver: {
      executeEffect: (...effect) => executeEffect(effectContext, ...effect),
      async perform(id, command, performOptions) {
        const record = (traced: Command) => perform(store, id, traced, { ...performOptions, planNotices });
        // A wake-up by time starts a trace of its own.
        const performed = await (command.type === "wake"
          ? inCommandSpan(command, record, ROOT_CONTEXT)
          : record(command));
        if (performed.ok && performed.value.projection) handleRecorded(performed.value);
        if (!performed.ok && performed.error.code === "lease-lost") options.onStaleCommit?.();
        return performed;
      },
      load: (id) => store.load(id),
      release: (id, epoch) => store.release(id, epoch),
    },
  });

  function handleRecorded({ conversation, projection, epoch, events, hasNotices }: Performed): void {
    if (projection) transcripts.remember(conversation, projection);
    if (hasNotices) options.onNotices?.();
    options.onRecorded?.(events, conversation);
    const due = dueAt(conversation);
    if (epoch === undefined && due !== undefined) worker.schedule(conversation.id, due);
  }

  /** A command that makes work due also claims the conversation, if there is a free slot. */
  async function performAndDrive(
    conversationId: string,
    command: Command,
    performOptions: Pick<PerformOptions, "reply"> = {},
  ): Promise<Result<Performed, PerformFailure>> {
    // The sub-agents that are to be stopped may occupy all slots, so their recall cannot wait for one.
    const slot = worker.reserve(command.type === "stop" || command.type === "delete");
    let claimed: Claim | undefined;
    try {
      const claim = slot && { claim: slot.lease };
      const performed = await perform(store, conversationId, command, { ...performOptions, ...claim, planNotices });
      if (!performed.ok || !performed.value.projection) return performed;
      const { conversation, version, epoch } = performed.value;
      handleRecorded(performed.value);
      worker.handleCommit(conversation);
      if (epoch !== undefined) claimed = { conversation, version, epoch, now: clock.now(), expired: false };
      return performed;
    } finally {
      slot?.fill(claimed);
    }
  }

  function performInSpan(...[id, command, performOptions]: Parameters<Runtime["perform"]>) {
    return inCommandSpan(command, (traced) => performAndDrive(id, traced, performOptions));
  }

  return {
    perform: performInSpan,
    start: worker.start,
    stop: worker.stop,
    get inWork() {
      return worker.inWork;
    },
  };
}
