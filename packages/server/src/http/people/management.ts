import { type Access, ownerId } from "../../store/people/directory.ts";
import { hasScope, isOperator, type Principal } from "../access/principal.ts";

/** Whether a caller is this person. */
export function isOneself({ kind, id }: Principal, person: string): boolean {
  return kind === "person" && id === person;
}

/** Whether a caller manages a project of which the person is a member. */
export function managesMember(principal: Principal, access: Access | undefined): boolean {
  const isMember = access?.memberships.some(({ project }) => project === principal.project) ?? false;
  return hasScope(principal, "admin") && isMember;
}

/**
 * Whether a caller manages every project of a person, and so may act for them. Whoever manages only one of them would reach
 * into the others.
 */
export function managesPerson(principal: Principal, { person, memberships }: Access): boolean {
  if (isOperator(principal)) return true;
  return (
    hasScope(principal, "admin") &&
    person.id !== ownerId &&
    memberships.length > 0 &&
    memberships.every(({ project }) => project === principal.project)
  );
}
