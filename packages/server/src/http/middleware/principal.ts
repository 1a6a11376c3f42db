import type { Conversation } from "@askback/core";
import type { VisibilityFilter } from "../../store/store.ts";

/** What a key lets its holder do: `ask` is for agents, `answer` for people, `metrics` for monitors. None includes another. */
export type Scope = "ask" | "answer" | "metrics";

/** Who is calling. */
export interface Principal {
  readonly id: string;
  readonly project: string;
  readonly scopes: readonly Scope[];
}

/** Whether a principal may use a route; a monitor reads metrics and nothing else, also not what every other key may. */
export function hasScope({ scopes }: Principal, scope: Scope | "any"): boolean {
  return scope === "any" ? scopes.some((own) => own !== "metrics") : scopes.includes(scope);
}

function mayAnswer(principal: Principal): boolean {
  return principal.scopes.includes("answer");
}

/** An agent's key sees only what it started; a person sees the project. */
export function visibilityFilter(principal: Principal): VisibilityFilter {
  const { id: createdBy, project } = principal;
  return mayAnswer(principal) ? { project } : { project, createdBy };
}

export function maySee(
  principal: Principal,
  { project, createdBy }: Pick<Conversation, "project" | "createdBy">,
): boolean {
  return project === principal.project && (mayAnswer(principal) || createdBy === principal.id);
}
