import type { StandingAnswer } from "@askback/core/wire";
import { useAskback } from "./askback-context.ts";
import { queryKeys } from "./data/live/query-keys.ts";
import type { AsyncState } from "./data/live/server-cache.ts";
import { useServerQuery } from "./use-server-query.ts";

/** The standing answers of the project, and how to revoke one. */
export function useStandingAnswers(): AsyncState<readonly StandingAnswer[]> & {
  /** Resolves to what went wrong, if anything. */
  revoke(id: string): Promise<string | undefined>;
} {
  const { client, live } = useAskback();
  const state = useServerQuery(live.queries.standing);
  return {
    ...state,
    async revoke(id) {
      const reply = await client.standingAnswers.revoke(id);
      await live.queryClient.invalidateQueries({ queryKey: queryKeys.standing });
      return reply.ok ? undefined : reply.error.title;
    },
  };
}
