import type { AskedElsewhere, Audience } from "@askback/core";
import type { Answerable } from "../../store/people/answerable.ts";
import { invalidRequest, type Problem } from "../problems/problem.ts";

type Named = Pick<AskedElsewhere, "audience" | "quorum" | "escalation" | "onDeadline">;

/** Names the fields of an ask with people who may not answer in the project, or groups that it does not have. */
export async function unknownNames(
  answerable: Answerable,
  project: string,
  { audience, quorum, escalation = [], onDeadline }: Named,
): Promise<Problem | undefined> {
  const ofQuorum = (quorum?.rules ?? []).flatMap(({ group }) => group ?? []);
  // An audience that nobody gave has the groups of the quorum.
  const groups = (audience?.groups ?? []).filter((group) => !ofQuorum.includes(group));
  const fields: readonly (readonly [readonly string[], Audience])[] = [
    [["quorum"], { groups: [...new Set(ofQuorum)] }],
    [["audience"], { ...audience, groups }],
    ...escalation.flatMap(({ to }) => (to ? [[["escalation"], to] as const] : [])),
    ...(onDeadline ? [[["onDeadline", "to"], onDeadline.to] as const] : []),
  ];
  const issues = await Promise.all(
    fields.map(async ([path, named]) => issuesOf(path, await answerable.unknownIn(project, named))),
  );
  const found = issues.flat();
  return found.length > 0 ? invalidRequest("body", found) : undefined;
}

function issuesOf(path: readonly string[], { people = [], groups = [] }: Audience = {}) {
  return [
    ...people.map((name) => ({ path: [...path, "people"], message: `"${name}" is nobody who may answer here` })),
    ...groups.map((name) => ({ path: [...path, "groups"], message: `there is no group "${name}" in the project` })),
  ];
}
