import type { Conversation } from "@askback/core";
import type { VisibilityFilter } from "../../store/store.ts";

/** What a key lets its holder do: `ask` is for agents, `answer` for people. `ask` never includes `answer`. */
export type Scope = "ask" | "answer";

/** Who is calling. */
export interface Principal {
  readonly id: string;
  readonly project: string;
  readonly scopes: readonly Scope[];
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
