import { randomUUID } from "node:crypto";
import { type Command, dueAt, type Event, type Result } from "@askback/core";
import { ROOT_CONTEXT } from "@opentelemetry/api";
import type { Clock } from "../clock.ts";
import type { Claim, Store } from "../store/store.ts";
import { type AgentDefinition, outerTools } from "./agent.ts";
import { carryOut, type Means } from "./carry-out.ts";
import { inCommandSpan } from "./command-span.ts";
import type { LiveTexts } from "./live-text.ts";
import type { ModelByName } from "./model/model-by-name.ts";
import { type Performed, type PerformOptions, perform, type Unperformed } from "./perform.ts";
import type { Toolbox } from "./tool/toolbox.ts";
import { createWorker } from "./worker.ts";

export interface RuntimeOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  readonly toolbox: Toolbox;
  readonly modelByName: ModelByName;
  readonly liveTexts: LiveTexts;
  readonly cap?: number;
  readonly leaseMs?: number;
  readonly pollMs?: number;
  /** For tests; `Math.random` unless given. */
  random?(): number;
  failed(conversationId: string | undefined, error: unknown): void;
  /** Told of every commit of this process. */
  recorded?(events: readonly Event[]): void;
  /** Told when a commit was refused because the lease had gone to another worker. */
  refusedStale?(): void;
}

/** Grants commands and drives the conversations that they set in motion. */
export interface Runtime {
  perform(
    conversationId: string,
    command: Command,
    options?: Pick<PerformOptions, "reply">,
  ): Promise<Result<Performed, Unperformed>>;
  start(): void;
  stop(graceMs: number): Promise<void>;
  readonly inWork: number;
}

export function createRuntime(options: RuntimeOptions): Runtime {
  const { store, clock, toolbox, cap = 256, leaseMs = 15_000, pollMs = 1_000, failed } = options;
  const means: Means = {
    random: Math.random,
    ...options,
    toolsOf: (agent) => toolbox.select(outerTools(agent)),
    perform: (id, command) => performInSpan(id, command),
  };

  const worker = createWorker({
    store,
    clock,
    owner: randomUUID(),
    leaseMs,
    cap,
    pollMs,
    failed,
    driver: {
      carryOut: (...work) => carryOut(means, ...work),
      async perform(id, command, how) {
        const record = (traced: Command) => perform(store, id, traced, how);
        // What the clock does begins a trace of its own.
        const performed = await (command.type === "wake"
          ? inCommandSpan(command, record, ROOT_CONTEXT)
          : record(command));
        if (performed.ok && performed.value.projection) recorded(performed.value);
        if (!performed.ok && performed.error.code === "lease-lost") options.refusedStale?.();
        return performed;
      },
      load: (id) => store.load(id),
      release: (id, epoch) => store.release(id, epoch),
    },
  });

  function recorded({ conversation, epoch, events }: Performed): void {
    options.recorded?.(events);
    const due = dueAt(conversation);
    if (epoch === undefined && due !== undefined) worker.expect(conversation.id, due);
  }

  /** A command that makes work due also claims it, while there is room. */
  async function performAndDrive(
    conversationId: string,
    command: Command,
    how: Pick<PerformOptions, "reply"> = {},
  ): Promise<Result<Performed, Unperformed>> {
    // Sub-agents that are to be stopped may have all the places, so that their recall cannot wait for one.
    const place = worker.reserve(command.type === "stop" || command.type === "delete");
    let claimed: Claim | undefined;
    try {
      const performed = await perform(store, conversationId, command, { ...how, ...(place && { claim: place.lease }) });
      if (!performed.ok || !performed.value.projection) return performed;
      const { conversation, version, epoch } = performed.value;
      recorded(performed.value);
      worker.notice(conversation);
      if (epoch !== undefined) claimed = { conversation, version, epoch, now: clock.now(), expired: false };
      return performed;
    } finally {
      place?.fill(claimed);
    }
  }

  function performInSpan(...[id, command, how]: Parameters<Runtime["perform"]>) {
    return inCommandSpan(command, (traced) => performAndDrive(id, traced, how));
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
