import type { Conversation, Event, FailureKind } from "@askback/core";
import type { AgentDefinition } from "./runtime/agent.ts";

/** A model call or a run that failed, for the log: names, ids and numbers, never what a provider or a person wrote. */
export interface FailureEntry {
  readonly conversationId: string;
  readonly runId: string;
  readonly agent: string;
  readonly model?: string;
  readonly kind?: FailureKind;
  /** The HTTP status of the provider. */
  readonly status?: number;
  readonly attempt?: number;
  /** When the call is tried again; absent when the run has failed. */
  readonly retryAt?: string;
}

/** What the log says of an event; undefined if it is no failure. */
export function failureEntryOf(
  event: Event,
  { id, agent }: Pick<Conversation, "id" | "agent">,
  agents: ReadonlyMap<string, AgentDefinition>,
): FailureEntry | undefined {
  if (event.type !== "model.failed" && event.type !== "run.failed") return undefined;
  const { runId, error, attempt } = event;
  const model = agents.get(agent)?.model;
  return {
    conversationId: id,
    runId,
    agent,
    ...(model !== undefined && { model: typeof model === "string" ? model : `${model.provider}/${model.modelId}` }),
    ...(error.kind !== undefined && { kind: error.kind }),
    ...(error.status !== undefined && { status: error.status }),
    ...(attempt !== undefined && { attempt }),
    ...(event.type === "model.failed" && { retryAt: new Date(event.retryAt).toISOString() }),
  };
}
