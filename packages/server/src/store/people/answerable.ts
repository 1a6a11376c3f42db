import {
  type Audience,
  type InquiryRecord,
  isWaitedFor,
  mayAgree,
  missingAgreements,
  type WaitsFor,
  waitsFor,
} from "@askback/core";
import { type Answering, groupsOf } from "./answering-groups.ts";
import type { Directory } from "./directory.ts";

/** Tells whom an ask can reach in a project, as it is now. */
export interface Answerable {
  /** Those of these people who may not answer, and those of these groups that there are not; undefined where all is well. */
  unknownIn(project: string, audience: Audience): Promise<Audience | undefined>;
  /** Those of some sets of people, as the store has them, in which nobody may answer. */
  emptySets(project: string, sets: readonly string[]): Promise<readonly string[]>;
  /** Whether nobody, or not everybody whom it needs, can answer an open inquiry. */
  isUnanswerable(inquiry: InquiryRecord): Promise<boolean>;
}

/** Names for whoever wrote them. */
export function namesText({ people = [], groups = [] }: Audience): string {
  return [...people.map((person) => `"${person}"`), ...groups.map((group) => `the group "${group}"`)].join(", ");
}

export function createAnswerable(
  directory: Pick<Directory, "groups" | "members">,
  answering: Pick<Answering, "membersOf">,
): Answerable {
  /** Everybody who may answer, with the keys among these names. */
  async function answeringMembers(project: string, names: readonly string[]) {
    const members = (await directory.members(project))
      .filter(({ person, role }) => role !== "viewer" && person.disabledAt === undefined)
      .map((member) => ({ by: member.person.id, groups: groupsOf(member) }));
    const others = names.filter((name) => members.every(({ by }) => by !== name));
    return [...members, ...(others.length > 0 ? await answering.membersOf(project, others) : [])];
  }

  return {
    async unknownIn(project, { people = [], groups = [] }) {
      const members = people.length > 0 ? await answering.membersOf(project, people) : [];
      const known = groups.length > 0 ? await directory.groups(project) : [];
      const unknownPeople = people.filter((name) => members.every(({ by }) => by !== name));
      const names = new Set(known.flatMap(({ name, formerNames }) => [name, ...formerNames]));
      const unknownGroups = groups.filter((group) => !names.has(group));
      if (unknownPeople.length + unknownGroups.length === 0) return undefined;
      return {
        ...(unknownPeople.length > 0 && { people: unknownPeople }),
        ...(unknownGroups.length > 0 && { groups: unknownGroups }),
      };
    },
    async emptySets(project, sets) {
      if (sets.length === 0) return [];
      const waiting = sets.map((set) => ({ set, waitsFor: JSON.parse(set) as WaitsFor }));
      const names = new Set(waiting.flatMap(({ waitsFor: { people = [] } }) => people));
      const members = await answeringMembers(project, [...names]);
      return waiting
        .filter(({ waitsFor: whom }) => !members.some((member) => isWaitedFor(whom, member)))
        .map(({ set }) => set);
    },
    async isUnanswerable(inquiry) {
      const waiting = waitsFor(inquiry);
      const { quorum, agreements = [] } = inquiry;
      if (!waiting && !quorum) return false;
      const members = await answeringMembers(inquiry.project, waiting?.people ?? []);
      const candidates = members.filter((member) => isWaitedFor(waiting, member));
      if (!quorum) return candidates.length === 0;
      // Whoever else may agree is taken to do so.
      const all = candidates.filter((member) => mayAgree(quorum, member)).map((member) => ({ ...member, at: 0 }));
      return missingAgreements(quorum, [...agreements, ...all]).length > 0;
    },
  };
}
