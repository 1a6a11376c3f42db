import type { Connection } from "@askback/client";
import { useAskback } from "./askback-context.ts";
import { useSource } from "./use-source.ts";

/** How the stream of events stands. A break is told when it has lasted for two seconds. */
export function useConnection(): Connection {
  return useSource(useAskback().live.connection);
}
