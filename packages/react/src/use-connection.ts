import type { Connection } from "@askback/client";
import { useAskback } from "./askback-context.ts";
import { useAtom } from "./use-atom.ts";

/** The state of the event stream. A break counts when it has lasted for two seconds. */
export function useConnection(): Connection {
  return useAtom(useAskback().live.connection);
}
