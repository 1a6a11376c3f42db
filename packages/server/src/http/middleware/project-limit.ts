import type { MiddlewareHandler } from "hono";
import type { Clock } from "../../clock.ts";
import { hasScope } from "../access/principal.ts";
import { createRateLimit, type RateLimit } from "../limits/rate-limit.ts";
import { problemResponse, problems } from "../problems/problem.ts";
import type { AppEnv } from "../route.ts";

/** How many requests all callers of a project may send together. */
export interface ProjectLimit {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

export interface ProjectLimits {
  /** Of each project that is not named; five times those of a caller unless given. */
  readonly projectRequestsPerSecond?: number;
  readonly projectBurst?: number;
  readonly projects?: Readonly<Record<string, ProjectLimit>>;
}

interface CallerLimits extends ProjectLimits {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

const callersPerProject = 5;

/**
 * Refuses requests of a project that sends too many, however many keys it has, so that the others keep their share of the
 * server. Monitors are not counted: they must see such a project.
 */
export function limitProjects(limits: CallerLimits, clock: Clock): MiddlewareHandler<AppEnv> {
  const {
    projectRequestsPerSecond = callersPerProject * limits.requestsPerSecond,
    projectBurst = callersPerProject * limits.burst,
    projects = {},
  } = limits;
  const shared = createRateLimit(projectRequestsPerSecond, projectBurst, clock);
  const limitByProject = new Map<string, RateLimit>(
    Object.entries(projects).map(([name, { requestsPerSecond, burst }]) => [
      name,
      createRateLimit(requestsPerSecond, burst, clock),
    ]),
  );
  return async (context, next) => {
    const principal = context.get("principal");
    const { project } = principal;
    const wait = hasScope(principal, "any") ? (limitByProject.get(project) ?? shared).take(project) : 0;
    if (wait === 0) return next();
    context.header("retry-after", String(wait));
    return problemResponse(context, problems.projectTooMany);
  };
}
