import type { UnavailableAgent } from "./configured-agents.ts";
import type { FailureEntry } from "./failure-entry.ts";
import type { RequestEntry } from "./http/middleware/observe-requests.ts";
import type { UnknownNames } from "./unknown-names.ts";

/** The log for the operator: ids, numbers and errors, never text of people or agents. */
export interface ServerLog {
  request(entry: RequestEntry): void;
  error(what: string, error: unknown, ids: Readonly<Record<string, string>>): void;
  /** A model call or a run that failed; the provider's words are in the event, which developers can read. */
  failure(entry: FailureEntry): void;
  /** The agents that cannot work: at the start if there are any, and whenever that changed. */
  agents(unavailable: readonly UnavailableAgent[]): void;
  /** Definitions name people or groups whom their projects do not have; at the start, if there are any. */
  unknownNames?(found: readonly UnknownNames[]): void;
  /** Pages of an origin that the config does not name were refused; once for each origin. */
  foreignOrigin(origin: string): void;
}
