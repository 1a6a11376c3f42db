import type { Insight } from "@askback/core/wire";
import type { AsyncState } from "./data/live/server-cache.ts";
import { useServices } from "./services-context.ts";
import { useServerQuery } from "./use-server-query.ts";

/** How the questions of the last days were answered. */
export function useInsight(days: number): AsyncState<Insight> {
  return useServerQuery(useServices().live.queries.insight(days));
}
