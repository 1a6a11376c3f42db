/** What a key lets its holder do: `ask` is for agents, `answer` for people. `ask` never includes `answer`. */
export type Scope = "ask" | "answer";

/** Who is calling. */
export interface Principal {
  readonly id: string;
  readonly scopes: readonly Scope[];
}

function mayAnswer(principal: Principal): boolean {
  return principal.scopes.includes("answer");
}

/** An agent's key sees only what it started; a person sees the project. */
export function ownOnly(principal: Principal): { createdBy: string } | undefined {
  return mayAnswer(principal) ? undefined : { createdBy: principal.id };
}
