import { useServices } from "./services-context.ts";
import { useAtom } from "./use-atom.ts";

/** While the server cannot be reached: when what is shown was last updated, in milliseconds since 1970. */
export function useLastUpdated(): number | undefined {
  return useAtom(useServices().lastSeen.updatedAt);
}
