import type { Me } from "@askback/core/wire";
import type { AsyncState } from "./data/live/server-cache.ts";
import { useServices } from "./services-context.ts";
import { useAtom } from "./use-atom.ts";
import { useServerQuery } from "./use-server-query.ts";

/** Who is signed in; while the server cannot be reached, who was last. */
export function useMe(): AsyncState<Me> {
  const { live, user } = useServices();
  const me = useServerQuery(live.queries.me);
  const last = useAtom(user);
  if (me.data || !last || (me.error && me.error.status !== 0)) return me;
  return me.error ? { ...me, data: last } : { status: "success", data: last, error: null };
}

/** The last user of this browser, whom the server may not know any more. */
export function useLastUser(): Me | undefined {
  return useServices().lastUser;
}
