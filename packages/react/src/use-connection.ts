import type { Connection } from "@askback/client";
import { useAskback } from "./askback-context.ts";
import { useServices } from "./services-context.ts";
import { useAtom } from "./use-atom.ts";

/** The state of the event stream. A break counts when it has lasted for two seconds. */
export function useConnection(): Connection {
  return useAtom(useAskback().live.connection);
}

/** While the server cannot be reached: when what is shown was last updated, in milliseconds since 1970. */
export function useLastUpdated(): number | undefined {
  return useAtom(useServices().lastSeen.updatedAt);
}
