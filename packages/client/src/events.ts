import type { StreamEvent } from "@askback/core/wire";

/** A break is `connecting` while a first new connection is tried, and `lost` from when that fails. */
export type Connection = "connecting" | "live" | "lost";

/** Live events, for one reader. They go on where they left off after every break, until they are closed. */
export interface LiveEvents extends AsyncIterable<StreamEvent> {
  readonly connection: Connection;
  /** Calls back when the connection changes; returns how to stop that. */
  onConnection(listener: (connection: Connection) => void): () => void;
  close(): void;
}
