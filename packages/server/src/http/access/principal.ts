import type { Conversation, Member } from "@askback/core";
import type { StoredScope } from "../../store/people/credentials.ts";
import { defaultProject, ownerId, type Role } from "../../store/people/directory.ts";
import type { VisibilityFilter } from "../../store/store.ts";
import type { PersonFilter } from "../../store/waits-for.ts";

/**
 * What a caller may do: `ask` is for agents, `answer` for people, `read` for those who only look, `metrics` for monitors,
 * `tokens` for backends that let their people in (`tokens:members` also lets members in, `tokens:groups` puts people into groups),
 * and `admin` manages a project. None includes another, but whoever may answer reads too.
 */
export type Scope = StoredScope;

/** Who may use a route: callers with a scope, those who ask or answer (to read also those who only read), or all but monitors. */
export type RouteScope = Exclude<Scope, "tokens:members" | "tokens:groups"> | "any" | "known";

/** Who is calling. */
export interface Principal {
  /** The id of a person, or the name of a key. */
  readonly id: string;
  /** The project that the request is about; nothing of another one exists for it. */
  readonly project: string;
  readonly scopes: readonly Scope[];
  /** The person's groups in the project. */
  readonly groups: readonly string[];
  readonly kind: "key" | "person" | "embed";
  /** What people call them; a key has only its id. */
  readonly name?: string;
  /** The session of a browser. */
  readonly session?: string;
  /** The id of the key, which is no secret. */
  readonly key?: string;
  /** The name of the key that made the token of an embedded page. */
  readonly embeddedBy?: string;
}

const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ["answer", "admin"],
  member: ["answer"],
  viewer: ["read"],
};

/** What a role allows. The person to whom the server belongs also reads its metrics. */
export function scopesOf(role: Role, person: string, project: string): readonly Scope[] {
  const isOperator = person === ownerId && project === defaultProject && role === "owner";
  return isOperator ? [...scopesOfRole[role], "metrics"] : scopesOfRole[role];
}

/** Whether a caller is the person to whom the server belongs, who may act in every project. */
export function isOperator({ id, project, kind, scopes }: Principal): boolean {
  return id === ownerId && project === defaultProject && kind === "person" && scopes.includes("metrics");
}

/** Whether a principal may use a route; a monitor reads metrics and nothing else, also not what every other key may. */
export function hasScope({ scopes }: Principal, scope: RouteScope, isReading = false): boolean {
  switch (scope) {
    case "any":
      return scopes.includes("ask") || scopes.includes("answer") || (isReading && scopes.includes("read"));
    case "read":
      return scopes.includes("answer") || scopes.includes("read");
    case "known":
      return scopes.some((own) => own !== "metrics");
    default:
      return scopes.includes(scope);
  }
}

/** Whether a principal sees everything of its project. */
export function seesProject({ scopes }: Principal): boolean {
  return scopes.includes("answer") || scopes.includes("read");
}

/** Whether a caller is a person, who may answer what waits for them. */
export function mayAnswer(principal: Principal): boolean {
  return principal.scopes.includes("answer");
}

/** Whether a caller decides who answers in the project: an owner. */
export function managesInquiries({ scopes }: Principal): boolean {
  return scopes.includes("answer") && scopes.includes("admin");
}

/** The caller as a member of an audience. */
export function memberOf(principal: Principal): Member {
  return { by: principal.id, groups: principal.groups };
}

/** Limits lists and counts of inquiries to those that wait for the caller; a program that asks waits for all of its own. */
export function waitsForFilter(principal: Principal): Pick<PersonFilter, "waitsFor"> {
  return mayAnswer(principal) ? { waitsFor: memberOf(principal) } : {};
}

/** An agent's key sees only what it started; a person sees the project. */
export function visibilityFilter(principal: Principal): VisibilityFilter {
  const { id: createdBy, project } = principal;
  return seesProject(principal) ? { project } : { project, createdBy };
}

export function maySee(
  principal: Principal,
  { project, createdBy }: Pick<Conversation, "project" | "createdBy">,
): boolean {
  return project === principal.project && (seesProject(principal) || createdBy === principal.id);
}
